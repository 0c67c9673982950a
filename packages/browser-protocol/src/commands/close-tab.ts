import { z } from 'zod';

import { tabId } from '../fields.ts';
import { tabInfoSchema } from '../tab.ts';

export const closeTab = {
  params: z.object({ tabId }),
  result: z.object({ tab: tabInfoSchema }),
};
