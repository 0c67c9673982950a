import { z } from 'zod';

import { retarget } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { id, movedOutput } from './fields.ts';
import { makeMove } from './move.ts';

export const updateAnnotationTarget = defineTool({
  name: 'update_annotation_target',
  title: 'Say what a quoted text became',
  description:
    'After rewording a text annotation’s quote, record the new wording so that its highlight follows.',
  input: () => z.object({ id: id(), replacementText: z.string().min(1).max(50_000) }),
  output: movedOutput,
  needs: 'work',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  forHolder: true,
  run: ({ id: target, replacementText }, context) =>
    makeMove(
      target,
      (annotation) => retarget(annotation, context.agent.actor, context.now(), replacementText),
      context,
    ),
});
