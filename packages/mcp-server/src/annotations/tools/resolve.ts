import { z } from 'zod';

import { AnnotateError, resolve as finish, type Annotation } from '@annotate-mcp/core';

import { defineTool, type ToolContext } from '../../tool.ts';

import { id, message, movedOutput } from './fields.ts';
import { makeMove, noteOf } from './move.ts';

export const resolve = defineTool({
  name: 'resolve',
  title: 'Resolve an annotation',
  description:
    'Say that the change is done and saved to disk, with a short summary for the person. Refused once if the person replied meanwhile: read the reply it quotes first.',
  input: z.object({ id, summary: message.optional() }),
  output: movedOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: (input, context) =>
    makeMove(
      input.id,
      (annotation) => {
        requireRead(annotation, context);
        return finish(annotation, context.agent.actor, context.now(), noteOf(input.summary, context));
      },
      context,
    ),
});

/** Refuses once: what is quoted here counts as read. */
function requireRead(annotation: Annotation, { agent }: ToolContext): void {
  const unread = agent.unread(annotation);
  if (unread.length === 0) return;
  agent.hasRead(unread);
  const quoted = unread.map(({ message: text }) => JSON.stringify(text)).join(', ');
  throw new AnnotateError(
    'annotation/unread-replies',
    `The person replied meanwhile: ${quoted}. Not resolved.`,
    {
      hint: 'Act on that, then resolve again.',
    },
  );
}
