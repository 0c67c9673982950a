import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { tabInfoSchema } from '../tab.ts';

export const getTabs = {
  needs: 'nothing',
  params: z.record(z.string(), z.never()),
  result: z.object({ tabs: z.array(tabInfoSchema).max(10_000) }),
} satisfies CommandDefinition;
