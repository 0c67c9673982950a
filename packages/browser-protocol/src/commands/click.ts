import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { pointSchema, targetSchema } from '../target.ts';

export const click = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    button: z.enum(['left', 'middle', 'right']),
    /** 0 only moves the pointer there. */
    clickCount: z.int().min(0).max(3),
    /** Milliseconds between press and release. */
    delay: z.int().min(0).max(5_000),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
    /** Press on `target` and release here: drag and drop. */
    dropOn: targetSchema.exactOptional(),
    /** From the top left of `dropOn`. */
    dropAt: pointSchema.exactOptional(),
    /** Press on `target`, move through these points, which begin at its top left, and release at the last or on `dropOn`. */
    path: z.array(pointSchema).min(1).max(100).exactOptional(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;
