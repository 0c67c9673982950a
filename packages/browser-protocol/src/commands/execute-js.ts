import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { count, longText, maxChars } from '../fields.ts';

export const executeJs = {
  needs: 'script',
  params: actionParamsSchema.extend({
    /** Runs in the page's own world: an expression, or the body of an async function with `return` or `await`. */
    code: z.string(),
    maxChars,
  }),
  result: actionOutcomeSchema.extend({
    kind: capped(200),
    /** `JSON.stringify` of the value, cut at `maxChars`; absent for `undefined`. */
    json: longText.exactOptional(),
    /** Length before `json` was cut. */
    totalChars: count,
  }),
} satisfies CommandDefinition;
