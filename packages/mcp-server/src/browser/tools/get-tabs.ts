import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { hiddenNote, pageDerived, tabView } from './view.ts';

export const getTabs = defineTool({
  name: 'browser_get_tabs',
  title: 'List tabs',
  description:
    'The open tabs that you may know of: id, address, title, whether an agent drives it, and takenBack if the person took it back. Of sites that the person has not allowed yet, the id only.',
  input: () => z.object({}),
  output: () => z.looseObject({ tabs: z.array(z.unknown()) }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (_, { ask }: BrowserContext) => {
    const { tabs } = await ask('get_tabs', {});
    const hasHidden = tabs.some(({ hidden }) => hidden === true);
    return { tabs: tabs.map(tabView), ...(hasHidden && { hiddenNote }), pageDerived };
  },
});
