import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

export const pressKey = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: elementTargetSchema.exactOptional(),
    /** `Enter`, `a`, `Control+Shift+K`; names as in `KeyboardEvent.key`. `ControlOrMeta` is Meta on macOS. */
    key: capped(100),
    times: z.int().min(1).max(1_000),
  }),
  result: actionOutcomeSchema.extend({ on }),
} satisfies CommandDefinition;
