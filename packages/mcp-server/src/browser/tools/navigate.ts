import { z } from 'zod';

import { defineBrowserTool } from '../tool.ts';

import { dialogOf, dialogs, loadMs, pageOutput, tabId, timeoutMs } from './fields.ts';
import { pageAddress } from './page-address.ts';
import { badArguments, missing } from './target.ts';
import { aftermathView } from './view.ts';

export const navigate = defineBrowserTool({
  name: 'browser_navigate',
  title: 'Go to another page',
  description: 'Send a tab to an address, back, forward, or reload it, and wait until it has loaded.',
  input: z.object({
    tab_id: tabId,
    url: z.string().optional(),
    action: z.enum(['back', 'forward', 'reload']).optional(),
    timeoutMs: timeoutMs(loadMs),
    ...dialogs,
  }),
  output: pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async (input, { ask }) => {
    const { tab_id, url, action } = input;
    if (url !== undefined && action !== undefined) throw badArguments('Either url or action, not both.');
    const to = url === undefined ? (action ?? missing('url or action')) : { url: pageAddress(url) };
    const aftermath = await ask('navigate', {
      tabId: tab_id,
      to,
      timeoutMs: input.timeoutMs ?? loadMs,
      ...dialogOf(input),
    });
    return aftermathView(aftermath);
  },
});
