import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { downloadsSchema } from '../download.ts';
import { page, tabId, text, timeoutMs, url } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

/** All conditions that are given have to be true at the same moment. */
export const waitFor = {
  needs: 'read',
  params: z.object({
    tabId,
    /** Visible text of the page, in any case and in any frame. */
    text: text.exactOptional(),
    textGone: text.exactOptional(),
    /** The element is visible. */
    target: elementTargetSchema.exactOptional(),
    targetGone: elementTargetSchema.exactOptional(),
    /** Part of the page's URL. */
    url: url.exactOptional(),
    /** There was no request for half a second. */
    idle: z.boolean(),
    /** A download of the tab has ended, and none is running. One whose end was told before does not count. */
    download: z.boolean().exactOptional(),
    timeoutMs,
  }),
  result: z.object({ ...page, waitedMs: z.number(), downloads: downloadsSchema.exactOptional() }),
} satisfies CommandDefinition;
