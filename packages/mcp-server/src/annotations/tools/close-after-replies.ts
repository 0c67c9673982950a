import { AnnotateError, type Annotation, type Reply } from '@annotate-mcp/core';

import type { AgentMove } from '../../agent-store.ts';
import type { ToolContext } from '../../tool.ts';

import { makeMove } from './move.ts';

/**
 * Closes an annotation for the agent. A reply of the person that the agent has not read refuses the move once:
 * the error quotes it. `done` is what the move makes of the annotation, such as "resolved".
 */
export async function closeAfterReplies(
  id: string,
  done: 'resolved' | 'dismissed',
  move: AgentMove,
  context: ToolContext,
) {
  const { agent } = context;
  let unread: Reply[] = [];
  const closing = (annotation: Annotation) => {
    unread = agent.unread(annotation);
    if (unread.length > 0) throw unreadRepliesError(unread, done);
    return move(annotation);
  };
  try {
    return await makeMove(id, closing, context);
  } finally {
    // The error quotes the replies, so the agent has read them and the next call is not refused.
    agent.markRead(unread);
  }
}

function unreadRepliesError(unread: readonly Reply[], done: string): AnnotateError {
  const quoted = unread.map(({ message }) => JSON.stringify(message)).join(', ');
  return new AnnotateError(
    'annotation/unread-replies',
    `The person replied meanwhile: ${quoted}. Not ${done}.`,
    { hint: 'Act on that, then call this again.' },
  );
}
