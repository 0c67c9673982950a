/** Decides whether an agent that is about to stop goes on, because annotations are open. */
import {
  type AgentPresence,
  type Annotation,
  isApply,
  isForAgent,
  isStoppedOrUndone,
  openStatuses,
  waitsForPerson,
} from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import type { StopInput } from './hook-input.ts';
import { isNews, readTold, repliesOfPerson, type ToldAnnotations, writeTold } from './told-annotations.ts';

export interface StopAnswer {
  decision: 'block';
  /** The agent reads it. It has numbers and our own words only: texts of annotations come with the tools. */
  reason: string;
}

/** `null` when the agent may stop. */
export async function answerStop(store: Store, input: StopInput): Promise<StopAnswer | null> {
  // An agent that plans may not edit anything.
  if (input.permission_mode === 'plan') return null;
  // What follows the annotations for an agent is none itself, and Apply is none.
  const agents = (await store.agents.list()).filter((agent) => agent.toldBy !== 'watch' && !isApply(agent));
  // Another agent waits for exactly this.
  if (agents.some(({ waiting }) => waiting)) return null;
  const unclosed = await listUnclosed(store);
  // The hook does not know which agent it runs for, unless only one is connected.
  const [only] = agents.length === 1 ? agents : [];
  const work = unclosed.filter((annotation) => isWorkFor(only, annotation));
  const told = readTold(input.session_id);
  const news = work.filter((annotation) => isNews(annotation, told));
  const toldNow = remember(told, unclosed, news);
  // Written before the answer: without this memory the agent could be sent back forever.
  if (news.length > 0 || toldNow.size < told.size) writeTold(input.session_id, toldNow);
  return news.length === 0 ? null : { decision: 'block', reason: describeNews(news.length, work.length) };
}

/** Upper bound of what is looked at; an agent that has worked on so many stops again and is told of the rest. */
const mostUnclosed = 1_000;

async function listUnclosed(store: Store): Promise<Annotation[]> {
  const found: Annotation[] = [];
  const query = { status: openStatuses, origin: 'own' } as const;
  for await (const annotation of everyAnnotation(store, query)) {
    found.push(annotation);
    if (found.length === mostUnclosed) break;
  }
  return found;
}

/** What waits for an agent, and what this agent holds. */
function isWorkFor(agent: AgentPresence | undefined, annotation: Annotation): boolean {
  if (annotation.status === 'acknowledged') return annotation.claim.agentId === agent?.agentId;
  const isLeft =
    agent === undefined ? annotation.assignee === undefined : isForAgent(annotation, agent.agentName);
  return isLeft && !waitsForPerson(annotation);
}

/** What the person closed or stopped is forgotten: it is news again when they reopen it or send it again. */
function remember(
  told: ToldAnnotations,
  unclosed: readonly Annotation[],
  news: readonly Annotation[],
): ToldAnnotations {
  const ids = new Set(unclosed.filter((each) => !isStoppedOrUndone(each)).map(({ id }) => id));
  const kept = [...told].filter(([id]) => ids.has(id));
  return new Map([...kept, ...news.map((each) => [each.id, repliesOfPerson(each)] as const)]);
}

function describeNews(news: number, open: number): string {
  const which = news === open ? '' : ` (${open} are open in all)`;
  const subject = news === 1 ? '1 annotation is' : `${news} annotations are`;
  return [
    `${subject} open that you were not told of before${which}.`,
    'Work on them now with the tools of the MCP server annotate: get_all_pending lists them; acknowledge each before you edit a file; resolve it when the change is saved, else reply, release or dismiss it.',
    'If the person told you not to work on annotations, stop: you are not sent back because of these again.',
    'The person can turn this off in the settings of the annotated page, or with: annotate-mcp hook stop --off',
  ].join(' ');
}
