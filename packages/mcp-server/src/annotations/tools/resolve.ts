import { z } from 'zod';

import { AnnotateError, type Annotation, type Reply, resolve as finish } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { id, message, movedOutput } from './fields.ts';
import { makeMove, noteOf } from './move.ts';

export const resolve = defineTool({
  name: 'resolve',
  title: 'Resolve an annotation',
  description:
    'Say that the change is done and saved to disk, with a short summary for the person. Refused once if the person replied meanwhile: read the reply it quotes first.',
  input: () => z.object({ id: id(), summary: message().optional() }),
  output: movedOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async (input, context) => {
    const { agent, now } = context;
    let unread: Reply[] = [];
    const move = (annotation: Annotation) => {
      unread = agent.unread(annotation);
      if (unread.length > 0) throw unreadRepliesError(unread);
      return finish(annotation, agent.actor, now(), noteOf(input.summary, context));
    };
    try {
      return await makeMove(input.id, move, context);
    } finally {
      // The error quotes the replies, so the agent has read them and can resolve next time.
      agent.markRead(unread);
    }
  },
});

function unreadRepliesError(unread: readonly Reply[]): AnnotateError {
  const quoted = unread.map(({ message: text }) => JSON.stringify(text)).join(', ');
  return new AnnotateError(
    'annotation/unread-replies',
    `The person replied meanwhile: ${quoted}. Not resolved.`,
    {
      hint: 'Act on that, then resolve again.',
    },
  );
}
