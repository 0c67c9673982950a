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
    clickCount: z.int().min(1).max(3),
    /** Milliseconds between press and release. */
    delay: z.int().min(0).max(5_000),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;
