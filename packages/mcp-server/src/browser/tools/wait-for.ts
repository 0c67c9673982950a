import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { element, pageOutput, selector, tabId, timeoutMs } from './fields.ts';
import { elementOf, refuseMissing } from './target.ts';
import { downloadsView } from './view.ts';

const defaultMs = 10_000;

export const waitFor = defineTool({
  name: 'browser_wait_for',
  title: 'Wait for a page',
  description:
    'Wait until all of these hold: text or an element is visible, text or an element is gone, the address has a text, nothing is loading, a download has ended.',
  input: () =>
    z.object({
      tab_id: tabId,
      text: z.string().min(1).optional(),
      textGone: z.string().min(1).optional(),
      ...element,
      selectorGone: selector.optional(),
      url: z.string().min(1).optional(),
      idle: z.boolean().optional().describe('No request for half a second'),
      download: z.boolean().optional(),
      timeoutMs: timeoutMs(defaultMs),
    }),
  output: () => pageOutput,
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { tab_id, text, textGone, selectorGone, url, idle = false, download = false } = input;
    const target = await elementOf(input, context);
    const conditions = {
      ...(text !== undefined && { text }),
      ...(textGone !== undefined && { textGone }),
      ...(target !== undefined && { target }),
      ...(selectorGone !== undefined && {
        targetGone: { by: 'selector', selector: selectorGone } as const,
      }),
      ...(url !== undefined && { url }),
      ...(download && { download }),
    };
    if (Object.keys(conditions).length === 0 && !idle)
      refuseMissing('text, textGone, an element, selectorGone, url, idle or download');
    const timeout = input.timeoutMs ?? defaultMs;
    const { downloads = [], ...met } = await context.ask('wait_for', {
      tabId: tab_id,
      ...conditions,
      idle,
      timeoutMs: timeout,
    });
    return { ...met, ...downloadsView(downloads) };
  },
});
