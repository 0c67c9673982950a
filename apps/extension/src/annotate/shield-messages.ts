/** Messages from the shield, a frame of the extension above the page, to the overlay. */
import { z } from 'zod';

export const shieldMessageSchema = z.object({
  type: z.enum(['down', 'move', 'up', 'cancel']),
  x: z.number(),
  y: z.number(),
  screenX: z.number(),
  screenY: z.number(),
  pointerId: z.number(),
  shiftKey: z.boolean(),
  touch: z.boolean(),
});

export type ShieldMessage = z.output<typeof shieldMessageSchema>;
