import { z } from 'zod';

import { redacted } from '@annotate-mcp/page-facts';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { tabId } from './fields.ts';
import { pageDerived } from './view.ts';

export const getCookies = defineTool({
  name: 'browser_get_cookies',
  title: 'Read cookies',
  description: 'Cookies of a tab. Ask for values only if you need them: they are logins.',
  input: () =>
    z.object({
      tab_id: tabId,
      find: z.string().min(1).optional().describe('In the name'),
      values: z.boolean().optional(),
    }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async ({ tab_id, find, values = false }, { ask }: BrowserContext) => {
    const { cookies, url, title } = await ask('get_cookies', {
      tabId: tab_id,
      ...(find !== undefined && { find }),
      values,
    });
    const shown = cookies.map(({ value, ...cookie }) => ({ ...cookie, value: value ?? redacted }));
    return { url, title, cookies: shown, pageDerived };
  },
});
