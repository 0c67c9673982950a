/** Pushes to an idle agent through Claude Code's channel. Everything said here can also be fetched with the tools. */
import { addressOf, type Annotation, type Change } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

import type { Agent } from '../agent.ts';

export interface ChannelMessage {
  content: string;
  meta: Record<string, string>;
}

/** Until closed, sends word of every annotation that others make pending and of replies to what this agent holds. */
export async function pushToChannel(
  store: Store,
  agent: Agent,
  send: (message: ChannelMessage) => void,
  onError: (error: unknown) => void,
): Promise<Subscription> {
  const told = new Set<string>();
  return store.subscribe(await store.head(), {
    event: (event) => {
      // After a gap nobody knows what is new; the agent's next watch does.
      if (event.type === 'resync') return;
      for (const message of event.changes.flatMap((change) => messagesFor(change, agent, told)))
        send(message);
    },
    error: onError,
  });
}

/** `told` holds the ids of replies that were pushed: they stay unread until the agent fetches them. */
function messagesFor(change: Change, agent: Agent, told: Set<string>): ChannelMessage[] {
  const { annotation } = change;
  // What it gave back itself is no news to it.
  if (becamePending(change)) return agent.hasMade(annotation) ? [] : [newAnnotation(annotation)];
  const news = agent.unread(annotation).filter(({ id }) => !told.has(id));
  for (const { id } of news) told.add(id);
  return news.map(({ id, message }) => ({
    content: `The person replied to annotation ${annotation.id}, which you hold: ${JSON.stringify(message)}`,
    meta: { event: 'reply', annotation_id: annotation.id, reply_id: id },
  }));
}

function becamePending(change: Change): boolean {
  if (change.type === 'removed' || change.annotation.status !== 'pending') return false;
  return change.type === 'added' || change.previousStatus !== 'pending';
}

function newAnnotation(annotation: Annotation): ChannelMessage {
  return {
    content: `A person asks: ${JSON.stringify(annotation.annotationText)}. Call acknowledge with id ${annotation.id} to take it and get the source location.`,
    meta: {
      event: 'annotation',
      annotation_id: annotation.id,
      kind: annotation.kind,
      place: addressOf(annotation),
    },
  };
}
