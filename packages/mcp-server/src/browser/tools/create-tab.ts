import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { loadMs } from './fields.ts';
import { pageAddress } from './page-address.ts';
import { hiddenNote, tabView } from './view.ts';

export const createTab = defineTool({
  name: 'browser_create_tab',
  title: 'Open a tab',
  description:
    "Open an address in the person's own Chrome, logged in as they are, and wait until it has loaded. In the background: it takes no focus.",
  input: () =>
    z.object({ url: z.string(), active: z.boolean().optional().describe('Bring it to the front') }),
  output: () => z.looseObject({ tab_id: z.int() }),
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async ({ url, active = false }, { ask }: BrowserContext) => {
    const { tab } = await ask('create_tab', { url: pageAddress(url), active, timeoutMs: loadMs });
    return { ...tabView(tab), ...(tab.hidden === true && { hiddenNote }) };
  },
});
