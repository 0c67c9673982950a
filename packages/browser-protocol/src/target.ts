/** The element or point of a page that a command is about. */
import { z } from 'zod';

import { capped, pageTargetSchema } from '@annotate-mcp/core/schema';

/** A ref of a snapshot: `e12`, in a frame `f7e3`. It stays with its element; `target/stale` when the element is gone. */
const refTarget = z.object({ by: z.literal('ref'), ref: capped(100) });

/**
 * CSS, or `text=` and a text that is visible, in any frame; ` >>> ` enters a shadow root, open or closed, or a frame, or
 * looks within an element. The first visible match counts.
 */
const selectorTarget = z.object({ by: z.literal('selector'), selector: capped(4_096) });

/** The element that a person annotated, found as the overlay finds it: that element or none, never a similar one. */
const annotationTarget = z.object({
  by: z.literal('annotation'),
  annotationId: capped(200),
  place: pageTargetSchema,
});

/** CSS pixels from the top left of the viewport. */
const pointTarget = z.object({ by: z.literal('point'), x: z.number(), y: z.number() });

/** CSS pixels; where they begin is said where it is used. */
export const pointSchema = z.object({ x: z.number(), y: z.number() });

export const elementTargetSchema = z.discriminatedUnion('by', [refTarget, selectorTarget, annotationTarget]);

export const targetSchema = z.discriminatedUnion('by', [
  refTarget,
  selectorTarget,
  annotationTarget,
  pointTarget,
]);

export type ElementTarget = z.output<typeof elementTargetSchema>;
export type Target = z.output<typeof targetSchema>;
