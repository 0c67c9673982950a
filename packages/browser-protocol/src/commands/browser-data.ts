/** What the browser keeps of sites. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { count, find, page, since, tabId, text, url } from '../fields.ts';

const cookieSchema = z.object({
  name: capped(5_000),
  /** `null` when values were not asked for. */
  value: capped(10_000).nullable(),
  domain: capped(1_000),
  path: capped(5_000),
  /** ISO time; absent for a cookie of the session. */
  expires: capped(100).exactOptional(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: capped(20).exactOptional(),
});

/** The cookies that the browser sends to the tab's address. */
const getCookies = {
  needs: 'secrets',
  repeatable: true,
  words: {
    wants: 'Read the cookies of the site, which may be your login.',
    done: 'Read cookies',
    plain: 'read cookies',
  },
  params: z.object({
    tabId,
    /** Part of the name. */
    find,
    values: z.boolean(),
  }),
  result: z.object({ ...page, cookies: z.array(cookieSchema).max(2_000) }),
} satisfies CommandDefinition;

const visitedPageSchema = z.object({
  url,
  title: text,
  /** ISO time of the last visit, or of when the bookmark was added. */
  at: capped(100).exactOptional(),
  visits: count.exactOptional(),
});

/** Only with the optional permission of the same name, which the person gives in the popup. */
const searchHistory = {
  needs: 'secrets',
  repeatable: true,
  words: {
    wants: 'Search the pages that you visited or your bookmarks.',
    done: 'Searched your history',
    plain: 'search your history',
  },
  params: z.object({
    source: z.enum(['history', 'bookmarks']),
    /** Words of the title or the address. */
    text: capped(1_000),
    since,
    limit: z.int().min(1).max(200),
  }),
  result: z.object({ pages: z.array(visitedPageSchema).max(200) }),
} satisfies CommandDefinition;

export const browserDataCommands = {
  get_cookies: getCookies,
  search_history: searchHistory,
};
