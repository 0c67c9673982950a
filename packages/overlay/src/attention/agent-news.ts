/** What agents did and asked between two states, as far as the person wants to be told of it. */
import type { Annotation, Question } from '@annotate-mcp/core';

export interface AgentNews {
  /** The annotation's id, or the question's where it is about none. */
  readonly id: string;
  /** Different for everything that happens to an annotation, and the same in all tabs. */
  readonly key: string;
  /** A short sentence, for the headline. */
  readonly title: string;
  /** What the agent wrote, or the request that it is about. */
  readonly body: string;
}

type Annotations = ReadonlyMap<string, Annotation>;

/** Only of annotations that were known before: what a page gets when it connects is no news. */
export function agentNews(before: Annotations, after: Annotations): AgentNews[] {
  if (before === after) return [];
  return [...after.values()].flatMap((annotation) => {
    const known = before.get(annotation.id);
    if (known === undefined || known === annotation) return [];
    const title = titleOf(known, annotation);
    if (title === null) return [];
    const { id, updatedAt, annotationText } = annotation;
    const words =
      repliesOfAgents(annotation) > repliesOfAgents(known) ? annotation.replies.at(-1) : undefined;
    return [{ id, key: `${id} ${updatedAt}`, title, body: words?.message ?? annotationText }];
  });
}

/** What is asked already when a page connects is shown on the badge. */
export function questionNews(before: readonly Question[], after: readonly Question[]): AgentNews[] {
  const known = new Set(before.map(({ id }) => id));
  // The person caused this question: they have just chosen to start an agent.
  const asked = after.filter(({ id, kind }) => kind !== 'start' && !known.has(id));
  return asked.map(({ id, annotationId = id, agentName = 'The agent', title }) => ({
    id: annotationId,
    key: id,
    title: `${agentName} asks you`,
    body: title,
  }));
}

function titleOf(before: Annotation, after: Annotation): string | null {
  const last = after.replies.at(-1);
  const agent = last?.author === 'agent' ? (last.agentName ?? 'The agent') : 'The agent';
  if (before.status !== after.status) {
    if (after.status === 'resolved') return `${agent} is done`;
    if (after.status === 'dismissed')
      return after.withdrawnAt === undefined ? `${agent} will not do it` : null;
    // An agent that gives an annotation back says why with a reply; one that fails says nothing.
    if (before.status === 'acknowledged' && after.status === 'pending' && after.stoppedAt === undefined)
      return `${before.claim.agentName} stopped working on it`;
  }
  return repliesOfAgents(after) > repliesOfAgents(before) ? `${agent} replied` : null;
}

function repliesOfAgents({ replies }: Annotation): number {
  return replies.filter(({ author }) => author === 'agent').length;
}
