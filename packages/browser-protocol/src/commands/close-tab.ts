import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { tabId } from '../fields.ts';
import { tabInfoSchema } from '../tab.ts';

export const closeTab = {
  needs: 'act',
  params: z.object({ tabId }),
  result: z.object({ tab: tabInfoSchema }),
} satisfies CommandDefinition;
