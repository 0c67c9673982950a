import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { longText, on } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

const fieldToFillSchema = z.object({
  target: z.union([
    elementTargetSchema,
    /** The field with this label, in any frame and any case. */
    z.object({ by: z.literal('label'), label: capped(500) }),
  ]),
  /** For check boxes `true` or `false`; for a select with several options, all that are to be selected. */
  value: z.union([capped(100_000), z.boolean(), z.array(capped(1_000)).max(100)]),
});

export type FieldToFill = z.output<typeof fieldToFillSchema>;

/** Fills fields in their order, and stops at the first that cannot be filled. */
export const fillForm = {
  needs: 'act',
  params: actionParamsSchema.extend({
    fields: z.array(fieldToFillSchema).min(1).max(50),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({
    filled: z.array(
      z.object({
        on,
        /** What the field holds then; `null` for a password. */
        value: longText.nullable(),
      }),
    ),
    /** Why the field after the filled ones could not be filled, as a `BrowserFault`. */
    failed: z.object({ code: capped(100), message: capped(5_000), hint: capped(5_000) }).exactOptional(),
  }),
} satisfies CommandDefinition;
