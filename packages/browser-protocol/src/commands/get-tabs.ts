import { z } from 'zod';

import { tabInfoSchema } from '../tab.ts';

export const getTabs = {
  params: z.record(z.string(), z.never()),
  result: z.object({ tabs: z.array(tabInfoSchema).max(10_000) }),
};
