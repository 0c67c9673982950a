/** Pushes changes to an idle agent through Claude Code's channel. The tools return the same information. */
import { addressOf, type Annotation, type Change } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

import type { Agent } from '../agent.ts';

export interface ChannelMessage {
  content: string;
  meta: Record<string, string>;
}

/** Sends a message for each annotation that others make pending, and for each reply to what this agent holds or has asked about, until closed. */
export async function pushToChannel(
  store: Store,
  agent: Agent,
  send: (message: ChannelMessage) => void,
  onError: (error: unknown) => void,
): Promise<Subscription> {
  const pushed = new Set<string>();
  return store.subscribe(await store.head(), {
    event: (event) => {
      // After a gap in the feed it is not known what is new; the agent's next watch returns it.
      if (event.type === 'resync') return;
      for (const message of event.changes.flatMap((change) => messagesFor(change, agent, pushed)))
        send(message);
    },
    error: onError,
  });
}

/** `pushed` has the ids of pushed replies: they stay unread until the agent fetches them. */
function messagesFor(change: Change, agent: Agent, pushed: Set<string>): ChannelMessage[] {
  const { annotation } = change;
  // The agent knows what it released itself.
  if (becamePending(change)) return agent.hasMade(annotation) ? [] : [describeAnnotation(annotation)];
  const unpushed = agent.unread(annotation).filter(({ id }) => !pushed.has(id));
  for (const { id } of unpushed) pushed.add(id);
  const which = annotation.status === 'pending' ? 'which waits' : 'which you hold';
  return unpushed.map(({ id, message }) => ({
    content: `The person replied to annotation ${annotation.id}, ${which}: ${JSON.stringify(message)}`,
    meta: { event: 'reply', annotation_id: annotation.id, reply_id: id },
  }));
}

function becamePending(change: Change): boolean {
  if (change.type === 'removed' || change.annotation.status !== 'pending') return false;
  return change.type === 'added' || change.previousStatus !== 'pending';
}

function describeAnnotation(annotation: Annotation): ChannelMessage {
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
