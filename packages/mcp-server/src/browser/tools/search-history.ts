import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { since, sinceOf } from './fields.ts';
import { pageDerived } from './view.ts';

export const searchHistory = defineTool({
  name: 'browser_search_history',
  title: 'Search history and bookmarks',
  description:
    "Search the person's browsing history or bookmarks, only when they ask for something they saw before.",
  input: () =>
    z.object({
      find: z.string().max(1_000),
      source: z.enum(['history', 'bookmarks']).optional().describe('history unless given'),
      since,
      limit: z.int().min(1).max(100).optional().describe('20 unless given'),
    }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async ({ find, source = 'history', since: from, limit = 20 }, { ask }: BrowserContext) => {
    const { pages } = await ask('search_history', {
      source,
      text: find,
      ...sinceOf(from),
      limit,
    });
    return { pages, pageDerived };
  },
});
