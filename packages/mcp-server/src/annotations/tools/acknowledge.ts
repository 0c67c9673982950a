import { z } from 'zod';

import { acknowledge as claim, type Annotation } from '@annotate-mcp/core';

import { editPlaceOf } from '../../agent/edit-recorder.ts';
import { sourcesOf } from '../../agent/seen-sources.ts';
import { defineTool } from '../../tool.ts';
import { todoField } from '../document-comment.ts';
import { readBackground } from '../read-background.ts';

import { id, message, movedOutput } from './fields.ts';
import { makeMove, moveMessageOf } from './move.ts';

export const acknowledge = defineTool({
  name: 'acknowledge',
  title: 'Claim an annotation',
  description:
    'Claim a pending annotation before touching any file; the person sees that you are on it. Fails and says who if another agent holds it. Returns source file, line and context.',
  input: () => z.object({ id: id(), message: message().optional() }),
  output: movedOutput,
  needs: 'work',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async (input, context) => {
    await context.agent.appearFor(input.id);
    const note = moveMessageOf(input.message, context);
    const taken: Annotation[] = [];
    const claimed = await makeMove(
      input.id,
      (annotation) => {
        const held = claim(annotation, context.agent.actor, context.now(), note);
        taken.push(held);
        return held;
      },
      context,
    );
    // Before the answer, after which the agent edits these files.
    const { agent, root } = context;
    // The move is made again where another process was quicker.
    const held = taken.at(-1);
    const background = held === undefined ? {} : await readBackground(held, root);
    agent.sources.forget(input.id);
    await Promise.all([
      agent.sources.remember(root, input.id, sourcesOf(claimed.annotation)),
      agent.edits.begin(editPlaceOf(context), input.id),
    ]);
    return { ...claimed, ...background, ...todoField(claimed.annotation) };
  },
});
