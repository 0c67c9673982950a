import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { timeoutMs, url } from '../fields.ts';
import { tabInfoSchema } from '../tab.ts';

/** Resolves when the page has loaded, or after `timeoutMs` with `status: 'loading'`. */
export const createTab = {
  needs: 'act',
  params: z.object({ url, active: z.boolean(), timeoutMs }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;
