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
  params: z.object({ url, active: z.boolean(), timeoutMs }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;

const closeTab = {
  needs: 'act',
  repeatable: false,
  params: z.object({ tabId }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;

const getTabs = {
  needs: 'nothing',
  repeatable: true,
  params: z.record(z.string(), z.never()),
  result: z.object({ tabs: z.array(tabInfoSchema).max(10_000) }),
} satisfies CommandDefinition;

const navigate = {
  needs: 'act',
  repeatable: false,
  params: actionParamsSchema.extend({
    to: z.union([z.object({ url }), z.enum(['back', 'forward', 'reload'])]),
  }),
  result: actionOutcomeSchema,
} satisfies CommandDefinition;

export const tabCommands = {
  create_tab: createTab,
  close_tab: closeTab,
  get_tabs: getTabs,
  navigate,
};
