import { z } from 'zod';

import { release as letGo } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { id, message, movedOutput } from './fields.ts';
import { makeMove, moveMessageOf } from './move.ts';

export const release = defineTool({
  name: 'release',
  title: 'Give an annotation back',
  description: 'Give back an annotation you hold, so that it is pending again for others.',
  input: () => z.object({ id: id(), message: message().optional() }),
  output: movedOutput,
  needs: 'work',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async (input, context) => {
    const released = await makeMove(
      input.id,
      (annotation) =>
        letGo(annotation, context.agent.actor, context.now(), moveMessageOf(input.message, context)),
      context,
    );
    context.agent.sources.forget(input.id);
    return released;
  },
});
