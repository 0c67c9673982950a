import { z } from 'zod';

import { resolve as finish } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { closeAfterReplies } from './close-after-replies.ts';
import { id, message, movedOutput } from './fields.ts';
import { noteOf } from './move.ts';

export const resolve = defineTool({
  name: 'resolve',
  title: 'Resolve an annotation',
  description:
    'Say that the change is done and saved to disk, with a short summary for the person. Refused once if the person replied meanwhile: read the reply it quotes first.',
  input: () => z.object({ id: id(), summary: message().optional() }),
  output: movedOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: (input, context) =>
    closeAfterReplies(
      input.id,
      'resolved',
      (annotation) => finish(annotation, context.agent.actor, context.now(), noteOf(input.summary, context)),
      context,
    ),
});
