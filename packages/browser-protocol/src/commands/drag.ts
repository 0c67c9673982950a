import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { pointSchema, targetSchema } from '../target.ts';

export const drag = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    /** Release here. */
    dropOn: targetSchema.exactOptional(),
    /** From the top left of `dropOn`. */
    dropAt: pointSchema.exactOptional(),
    /** Move through these points, which begin at the top left of `target`, and release at the last or on `dropOn`. */
    path: z.array(pointSchema).min(1).max(100).exactOptional(),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;
