import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { count, url } from './fields.ts';

/** One request of a tab. */
export const networkEntrySchema = z.object({
  seq: count,
  requestId: capped(200),
  /** ISO time. */
  at: capped(100),
  method: capped(100),
  url,
  /** As the Chrome DevTools Protocol names it: `Document`, `Fetch`, `XHR`, `Image`, … */
  resourceType: capped(100),
  /** `null` until there is a response. */
  status: z.int().nullable(),
  mimeType: capped(200).exactOptional(),
  /** Why there was no response. */
  failure: capped(2_000).exactOptional(),
  durationMs: z.number().exactOptional(),
  /** Size of the response as it was transferred. */
  bytes: z.number().exactOptional(),
});

export type NetworkEntry = z.output<typeof networkEntrySchema>;
