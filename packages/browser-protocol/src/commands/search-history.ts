import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { count, since, text, url } from '../fields.ts';

const visitedPageSchema = z.object({
  url,
  title: text,
  /** ISO time of the last visit, or of when the bookmark was added. */
  at: capped(100).exactOptional(),
  visits: count.exactOptional(),
});

/** Only with the optional permission of the same name, which the person gives in the popup. */
export const searchHistory = {
  needs: 'secrets',
  params: z.object({
    source: z.enum(['history', 'bookmarks']),
    /** Words of the title or the address. */
    text: capped(1_000),
    since,
    limit: z.int().min(1).max(200),
  }),
  result: z.object({ pages: z.array(visitedPageSchema).max(200) }),
} satisfies CommandDefinition;
