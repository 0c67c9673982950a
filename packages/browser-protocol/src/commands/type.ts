import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { longText, on } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

export const type = {
  needs: 'act',
  params: actionParamsSchema.extend({
    /** Without it, the element that has the focus. In a `select`, the option with this label or value is chosen. */
    target: elementTargetSchema.exactOptional(),
    text: z.string(),
    /** Milliseconds between keys; 0 inserts the text at once where the page cannot notice. */
    delay: z.int().min(0).max(5_000),
    /** Replaces the content of the field. */
    clear: z.boolean(),
    pressEnter: z.boolean(),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({
    on,
    /** The content of the field afterwards; `null` for a password. */
    value: longText.nullable(),
  }),
} satisfies CommandDefinition;
