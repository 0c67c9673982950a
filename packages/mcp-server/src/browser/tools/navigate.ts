import { z } from 'zod';

import { invalidArgumentsError } from '../../errors.ts';
import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { dialogOf, dialogs, loadMs, pageOutput, tabId, timeoutMs } from './fields.ts';
import { pageAddress } from './page-address.ts';
import { refuseMissing } from './target.ts';
import { outcomeView } from './view.ts';

export const navigate = defineTool({
  name: 'browser_navigate',
  title: 'Go to another page',
  description: 'Send a tab to an address, back, forward, or reload it, and wait until it has loaded.',
  input: () =>
    z.object({
      tab_id: tabId,
      url: z.string().optional(),
      action: z.enum(['back', 'forward', 'reload']).optional(),
      waitUntil: z.enum(['load', 'domcontentloaded', 'networkidle']).optional(),
      timeoutMs: timeoutMs(loadMs),
      ...dialogs,
    }),
  output: () => pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async (input, { ask }: BrowserContext) => {
    const { tab_id, url, action } = input;
    if (url !== undefined && action !== undefined)
      throw invalidArgumentsError('Pass either url or action, not both.');
    const to = url === undefined ? (action ?? refuseMissing('url or action')) : { url: pageAddress(url) };
    const outcome = await ask('navigate', {
      tabId: tab_id,
      to,
      ...(input.waitUntil !== undefined && { waitUntil: input.waitUntil }),
      timeoutMs: input.timeoutMs ?? loadMs,
      ...dialogOf(input),
    });
    return outcomeView(outcome);
  },
});
