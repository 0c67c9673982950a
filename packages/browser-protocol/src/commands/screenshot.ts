import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { count, fileContent, page, tabId, timeoutMs } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

export const screenshot = {
  needs: 'read',
  params: z.object({
    tabId,
    /** The element to show, with a small margin; it is scrolled into view. Without it, the viewport. */
    target: elementTargetSchema.exactOptional(),
    /** The whole page; not together with a target. */
    fullPage: z.boolean(),
    format: z.enum(['png', 'jpeg']),
    /** For jpeg. */
    quality: z.int().min(1).max(100),
    /** Outlines the target in the picture. */
    highlight: z.boolean(),
    /** A picture has a pixel for each CSS pixel, whatever the screen or the emulated device has; a larger one is scaled down. */
    maxWidth: z.int().positive(),
    maxHeight: z.int().positive(),
    timeoutMs,
  }),
  result: z.object({
    ...page,
    mimeType: z.enum(['image/png', 'image/jpeg']),
    file: fileContent(30_000_000),
    /** Size of the picture in pixels. */
    width: count,
    height: count,
  }),
} satisfies CommandDefinition;
