import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, dialogOf, dialogs, element, pageOutput, tabId, timeoutMs } from './fields.ts';
import { elementOf } from './target.ts';
import { outcomeView } from './view.ts';

export const pressKey = defineTool({
  name: 'browser_press_key',
  title: 'Press a key',
  description:
    'Press a key or chord, on an element or on what has the focus: Enter, Escape, ArrowDown, Control+A, ControlOrMeta+Shift+K.',
  input: () =>
    z.object({
      tab_id: tabId,
      key: z.string().min(1).max(100),
      ...element,
      times: z.int().min(1).max(100).optional(),
      timeoutMs: timeoutMs(actMs),
      ...dialogs,
    }),
  output: () => pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const target = await elementOf(input, context);
    const { on, ...outcome } = await context.ask('press_key', {
      tabId: input.tab_id,
      ...(target !== undefined && { target }),
      key: input.key,
      times: input.times ?? 1,
      timeoutMs: input.timeoutMs ?? actMs,
      ...dialogOf(input),
    });
    return { on, ...outcomeView(outcome) };
  },
});
