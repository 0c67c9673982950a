import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { targetSchema } from '../target.ts';

export const click = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: targetSchema,
    button: z.enum(['left', 'middle', 'right']),
    /** 0 only moves the pointer there. */
    clickCount: z.int().min(0).max(3),
    /** Milliseconds between press and release. */
    delay: z.int().min(0).max(5_000),
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
    /** Press on `target` and release here: drag and drop. */
    dropOn: targetSchema.exactOptional(),
  }),
  result: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
} satisfies CommandDefinition;
