import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, dialogOf, dialogs, pageOutput, place, tabId, timeoutMs } from './fields.ts';
import { refuseMissing, targetOf } from './target.ts';
import { outcomeView } from './view.ts';

export const drag = defineTool({
  name: 'browser_drag',
  title: 'Drag',
  description:
    'Drag an element, or from a point, with real mouse and drag events: onto another element, by a path (to draw on a canvas, move a slider), or both.',
  input: () =>
    z.object({
      tab_id: tabId,
      ...place,
      to: z.object(place).optional().describe('Where to release'),
      path: z
        .array(z.object({ x: z.number(), y: z.number() }))
        .min(1)
        .max(100)
        .optional()
        .describe('Points to move through, from the top left of the dragged element, or of the viewport'),
      timeoutMs: timeoutMs(actMs),
      ...dialogs,
    }),
  output: () => pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { to, path } = input;
    if (to === undefined && path === undefined) refuseMissing('to or path');
    const drop = to === undefined ? undefined : await targetOf(to, context);
    const { on, x, y, ...outcome } = await context.ask('click', {
      tabId: input.tab_id,
      ...(await targetOf(input, context)),
      button: 'left',
      clickCount: 1,
      delay: 0,
      modifiers: [],
      showCursor: true,
      ...(drop !== undefined && { dropOn: drop.target, ...(drop.at && { dropAt: drop.at }) }),
      ...(path !== undefined && { path }),
      timeoutMs: input.timeoutMs ?? actMs,
      ...dialogOf(input),
    });
    return { dragged: on, x, y, ...outcomeView(outcome) };
  },
});
