import { z } from 'zod';

import { dismiss as refuse } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { closeAfterReplies } from './close-after-replies.ts';
import { id, message, movedOutput } from './fields.ts';

export const dismiss = defineTool({
  name: 'dismiss',
  title: 'Dismiss an annotation',
  description:
    'Say that it cannot or should not be done, and why. The person sees the reason and can re-open it. Refused once if the person replied meanwhile.',
  input: () => z.object({ id: id(), reason: message() }),
  output: movedOutput,
  needs: 'work',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async ({ id: target, reason }, context) => {
    const done = await closeAfterReplies(
      target,
      'dismissed',
      (annotation) =>
        refuse(annotation, context.agent.actor, context.now(), { id: context.newId(), message: reason }),
      context,
    );
    context.agent.sources.forget(target);
    return done;
  },
});
