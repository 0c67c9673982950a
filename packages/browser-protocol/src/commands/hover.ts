import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { pointSchema, targetSchema } from '../target.ts';

export const hover = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: targetSchema,
    /** From the top left of the target, instead of its middle: for a canvas or a map. */
    at: pointSchema.exactOptional(),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;
