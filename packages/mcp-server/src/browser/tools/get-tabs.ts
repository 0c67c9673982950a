import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { pageDerived, tabView } from './view.ts';

export const getTabs = defineTool({
  name: 'browser_get_tabs',
  title: 'List tabs',
  description:
    'All open tabs: id, address, title, whether an agent drives it, and takenBack for those that the person took back.',
  input: () => z.object({}),
  output: () => z.looseObject({ tabs: z.array(z.unknown()) }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (_, { ask }: BrowserContext) => {
    const { tabs } = await ask('get_tabs', {});
    return { tabs: tabs.map(tabView), pageDerived };
  },
});
