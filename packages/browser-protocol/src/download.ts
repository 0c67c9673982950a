import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { count, text, url } from './fields.ts';

/** A file that a page gave to the person. */
const downloadSchema = z.object({
  name: capped(1_000),
  url,
  state: z.enum(['running', 'done', 'failed']),
  /** Received so far. */
  bytes: count,
  /** `null` as long as the server has not said it. */
  totalBytes: count.nullable(),
  /** On the machine of the browser. `null` as long as it is not decided, because Chrome may ask the person for it. */
  path: capped(10_000).nullable(),
  /** Why it failed, or what it waits for. */
  problem: text.exactOptional(),
});

export const downloadsSchema = z.array(downloadSchema).max(100);

export type Download = z.output<typeof downloadSchema>;
