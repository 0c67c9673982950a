import { z } from 'zod';

import { type ConsoleEntry, consoleLevels } from '@annotate-mcp/browser-protocol';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { since, sinceOf, tabId } from './fields.ts';
import { pageDerived } from './view.ts';

export const getConsole = defineTool({
  name: 'browser_get_console',
  title: 'Read the console',
  description:
    'Console messages and uncaught errors of a tab, oldest first; pass last as after for the rest.',
  input: () =>
    z.object({
      tab_id: tabId,
      levels: z.array(z.enum(consoleLevels)).min(1).optional().describe('All unless given'),
      find: z.string().min(1).optional(),
      after: z.int().min(0).optional(),
      since,
      limit: z.int().min(1).max(200).optional().describe('50 unless given'),
    }),
  output: () => z.looseObject({ entries: z.array(z.unknown()), last: z.int() }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (
    { tab_id, levels = [...consoleLevels], find, after = 0, since: from, limit = 50 },
    { ask }: BrowserContext,
  ) => {
    const { entries, last, more, dropped } = await ask('get_console', {
      tabId: tab_id,
      levels,
      ...(find !== undefined && { find }),
      after,
      ...sinceOf(from),
      limit,
    });
    return {
      entries: entries.map(entryView),
      last,
      ...(more > 0 && { more }),
      ...(dropped > 0 && { dropped }),
      pageDerived,
    };
  },
});

const maxTextChars = 2_000;

function entryView({ at, level, text, source }: ConsoleEntry) {
  const isLong = text.length > maxTextChars;
  return {
    at,
    level,
    text: isLong ? `${text.slice(0, maxTextChars)}… (cut; browser_execute_js can look closer)` : text,
    ...(source !== undefined && { source }),
  };
}
