import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, pageOutput, place, tabId } from './fields.ts';
import { targetOf } from './target.ts';
import { outcomeView } from './view.ts';

export const hover = defineTool({
  name: 'browser_hover',
  title: 'Hover',
  description: 'Move the pointer onto an element or a point.',
  input: () => z.object({ tab_id: tabId, ...place }),
  output: () => pageOutput,
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { on, x, y, ...outcome } = await context.ask('hover', {
      tabId: input.tab_id,
      ...(await targetOf(input, context)),
      modifiers: [],
      showCursor: true,
      timeoutMs: actMs,
    });
    return { hovers: on, x, y, ...outcomeView(outcome) };
  },
});
