/** Opens, closes and moves between pages. */
import { z } from 'zod';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { tabId, timeoutMs, url } from '../fields.ts';
import { tabInfoSchema } from '../tab.ts';

/** Resolves when the page has loaded, or after `timeoutMs` with `status: 'loading'`. */
const createTab = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Open a page of it in a new tab.', done: 'Opened', plain: 'open' },
  params: z.object({ url, active: z.boolean(), timeoutMs }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;

const closeTab = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Close the tab.', done: 'Closed the tab', plain: 'close the tab' },
  params: z.object({ tabId }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;

const getTabs = {
  needs: 'nothing',
  repeatable: true,
  words: { wants: 'List the tabs.', done: 'Listed the tabs', plain: 'list the tabs' },
  params: z.record(z.string(), z.never()),
  result: z.object({ tabs: z.array(tabInfoSchema).max(10_000) }),
} satisfies CommandDefinition;

const navigate = {
  needs: 'act',
  repeatable: false,
  words: { wants: 'Go to another page.', done: 'Went to', plain: 'go to' },
  params: actionParamsSchema.extend({
    to: z.union([z.object({ url }), z.enum(['back', 'forward', 'reload'])]),
    /** `load` and one drawn frame without it. `networkidle`: no request is under way either. */
    waitUntil: z.enum(['load', 'domcontentloaded', 'networkidle']).exactOptional(),
  }),
  result: actionOutcomeSchema,
} satisfies CommandDefinition;

export const tabCommands = {
  create_tab: createTab,
  close_tab: closeTab,
  get_tabs: getTabs,
  navigate,
};
