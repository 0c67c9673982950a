import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { tabId } from './fields.ts';

export const closeTab = defineTool({
  name: 'browser_close_tab',
  title: 'Close a tab',
  description: 'Close a tab. Only close what you opened, unless the person asked for it.',
  input: () => z.object({ tab_id: tabId }),
  output: () => z.looseObject({ tab_id: z.int() }),
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ tab_id }, { ask }: BrowserContext) => {
    const { tab } = await ask('close_tab', { tabId: tab_id });
    const { url, title } = tab;
    return { tab_id, closed: true, url, title };
  },
});
