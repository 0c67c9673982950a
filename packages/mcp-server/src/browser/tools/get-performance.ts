import { z } from 'zod';

import type { ResultOf } from '@annotate-mcp/browser-protocol';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { loadMs, tabId } from './fields.ts';
import { pageDerived } from './view.ts';

const defaultMs = 2_000;

export const getPerformance = defineTool({
  name: 'browser_get_performance',
  title: 'Measure a page',
  description:
    'How fast a page is: load times, LCP, CLS, INP, long tasks, slow requests and scripts, and the work of its main thread while measured.',
  input: () =>
    z.object({
      tab_id: tabId,
      reload: z.boolean().optional().describe('Measure a new load'),
      ms: z.int().min(0).max(15_000).optional().describe(`Measure so long; ${defaultMs} unless given`),
    }),
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async ({ tab_id: id, reload = false, ms = defaultMs }, { ask }: BrowserContext) => {
    await ask('get_performance', { tabId: id, phase: 'begin', waitMs: 0 });
    if (reload) await ask('navigate', { tabId: id, to: 'reload', timeoutMs: loadMs });
    const measured = await ask('get_performance', { tabId: id, phase: 'end', waitMs: ms });
    return { ...measurementView(measured), pageDerived };
  },
});

function measurementView({ report, mainThread, ...page }: ResultOf<'get_performance'>) {
  const { interactionToNextPaint: inp, layoutShift: cls, ...rest } = report ?? {};
  return {
    ...page,
    ...rest,
    ...(cls !== undefined && { cumulativeLayoutShift: cls }),
    ...(inp !== undefined && { interactionToNextPaint: inp }),
    ...(mainThread !== undefined && { mainThread }),
  };
}
