import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { actMs, element, optionalTab } from './fields.ts';
import { elementOf, refuseMissing, tabOf } from './target.ts';

const highlightMs = 4_000;

export const scroll = defineTool({
  name: 'browser_scroll',
  title: 'Scroll',
  description:
    'Bring an element or an annotation into view, or scroll by pixels (with an element: what it scrolls in). highlight outlines it for the person who watches.',
  input: () =>
    z.object({
      tab_id: optionalTab,
      ...element,
      pixels: z.number().optional().describe('Down; negative is up'),
      wheel: z.boolean().optional().describe('Turn the wheel over the element, for maps'),
      highlight: z.boolean().optional(),
    }),
  output: () => z.looseObject({ tab_id: z.int(), moved: z.number() }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const { pixels, wheel = false, highlight = false } = input;
    const target = await elementOf(input, context);
    if (target === undefined && pixels === undefined) refuseMissing('ref, selector, annotation_id or pixels');
    if (wheel && (target === undefined || pixels === undefined))
      refuseMissing('an element and pixels, for wheel');
    const tabId = await tabOf(input, context);
    const { on, moved, leftAbove, leftBelow } = await context.ask('scroll', {
      tabId,
      ...(target !== undefined && { target }),
      ...(pixels !== undefined && { pixels }),
      ...(wheel && { wheel }),
      ...(highlight && { highlightMs }),
      timeoutMs: actMs,
    });
    return { tab_id: tabId, ...(on !== null && { to: on }), moved, leftAbove, leftBelow };
  },
});
