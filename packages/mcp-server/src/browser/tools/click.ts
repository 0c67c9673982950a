import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, dialogOf, dialogs, pageOutput, place, tabId, timeoutMs } from './fields.ts';
import { targetOf } from './target.ts';
import { outcomeView } from './view.ts';

export const click = defineTool({
  name: 'browser_click',
  title: 'Click',
  description:
    'Click an element or a point with real mouse events, once it is visible, at rest and not covered; says what covers it otherwise.',
  input: () =>
    z.object({
      tab_id: tabId,
      ...place,
      button: z.enum(['left', 'middle', 'right']).optional(),
      clickCount: z.int().min(0).max(3).optional().describe('2 is a double click'),
      delay: z.int().min(0).max(5_000).optional().describe('Milliseconds between press and release'),
      modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).optional(),
      showCursor: z.boolean().optional().describe('Let the person see the pointer; true unless given'),
      timeoutMs: timeoutMs(actMs),
      ...dialogs,
    }),
  output: () => pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { button = 'left', clickCount = 1, delay = 0 } = input;
    const common = {
      tabId: input.tab_id,
      ...(await targetOf(input, context)),
      modifiers: input.modifiers ?? [],
      showCursor: input.showCursor ?? true,
      timeoutMs: input.timeoutMs ?? actMs,
      ...dialogOf(input),
    };
    const { on, x, y, ...outcome } =
      clickCount === 0
        ? await context.ask('hover', common)
        : await context.ask('click', { ...common, button, clickCount, delay });
    return { clicked: on, x, y, ...outcomeView(outcome) };
  },
});
