import { z } from 'zod';

import { actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

export const scroll = {
  needs: 'read',
  params: actionParamsSchema.extend({
    /** The element to bring into view; with `pixels`, its nearest scrollable ancestor is scrolled. */
    target: elementTargetSchema.exactOptional(),
    /** Down; negative is up. */
    pixels: z.number().exactOptional(),
    /** Turns the mouse wheel over the target by so many pixels, for what listens to the wheel and does not scroll. */
    wheel: z.boolean().exactOptional(),
    /** Outlines the target for the person who watches, for so many milliseconds. */
    highlightMs: z.int().min(0).max(20_000).exactOptional(),
  }),
  result: z.object({
    /** The element that was scrolled to, `null` for the page itself. */
    on: on.nullable(),
    moved: z.number(),
    /** Pixels that are left to scroll, 0 at the end. */
    leftBelow: z.number(),
    leftAbove: z.number(),
  }),
} satisfies CommandDefinition;
