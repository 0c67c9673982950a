import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { url } from '../fields.ts';

export const navigate = {
  needs: 'act',
  params: actionParamsSchema.extend({
    to: z.union([z.object({ url }), z.enum(['back', 'forward', 'reload'])]),
  }),
  result: actionOutcomeSchema,
} satisfies CommandDefinition;
