import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, pageOutput, place, tabId, timeoutMs } from './fields.ts';
import { refuseMissing, targetOf } from './target.ts';
import { outcomeView } from './view.ts';

export const drag = defineTool({
  name: 'browser_drag',
  title: 'Drag',
  description:
    'Drag an element, or from a point, with real events: to another element or point, or along a path (canvas, slider).',
  input: () =>
    z.object({
      tab_id: tabId,
      ...place,
      // Without descriptions: they are those of the first element.
      to: z
        .object({
          ref: z.string().optional(),
          selector: z.string().optional(),
          x: z.number().optional(),
          y: z.number().optional(),
        })
        .optional()
        .describe('Where to release'),
      path: z
        .array(z.object({ x: z.number(), y: z.number() }))
        .min(1)
        .max(100)
        .optional()
        .describe('From the top left of the element or viewport'),
      timeoutMs: timeoutMs(actMs),
    }),
  output: () => pageOutput,
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { to, path } = input;
    if (to === undefined && path === undefined) refuseMissing('to or path');
    const drop = to === undefined ? undefined : await targetOf(to, context);
    const { on, x, y, ...outcome } = await context.ask('drag', {
      tabId: input.tab_id,
      ...(await targetOf(input, context)),
      showCursor: true,
      ...(drop !== undefined && { dropOn: drop.target, ...(drop.at && { dropAt: drop.at }) }),
      ...(path !== undefined && { path }),
      timeoutMs: input.timeoutMs ?? actMs,
    });
    return { dragged: on, x, y, ...outcomeView(outcome) };
  },
});
