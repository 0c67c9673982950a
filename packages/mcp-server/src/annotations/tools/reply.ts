import { z } from 'zod';

import { reply as say } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';

import { id, message, movedOutput } from './fields.ts';
import { makeMove } from './move.ts';

export const reply = defineTool({
  name: 'reply',
  title: 'Reply to the person',
  description:
    'Ask or tell the person something where they pointed, without changing the status. The answer comes with your next watch_annotations.',
  input: () =>
    z.object({
      id: id(),
      message: message(),
      expectsAnswer: z
        .boolean()
        .exactOptional()
        .describe(
          'true: it is the turn of the person, who is asked. By default a question mark in the message decides',
        ),
    }),
  output: movedOutput,
  needs: 'work',
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: ({ id: target, message: text, expectsAnswer }, context) =>
    makeMove(
      target,
      (annotation) =>
        say(annotation, context.agent.actor, context.now(), {
          id: context.newId(),
          message: text,
          ...(expectsAnswer !== undefined && { expectsAnswer }),
        }),
      context,
    ),
});
