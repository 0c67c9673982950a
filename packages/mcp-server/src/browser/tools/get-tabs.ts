import { z } from 'zod';

import { defineBrowserTool } from '../tool.ts';

import { pageDerived, tabView } from './view.ts';

export const getTabs = defineBrowserTool({
  name: 'browser_get_tabs',
  title: 'List tabs',
  description: 'All open tabs: id, address, title, and whether an agent drives it.',
  input: z.object({}),
  output: z.looseObject({ tabs: z.array(z.unknown()) }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (_, { ask }) => {
    const { tabs } = await ask('get_tabs', {});
    return { tabs: tabs.map(tabView), pageDerived };
  },
});
