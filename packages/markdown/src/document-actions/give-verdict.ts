import { z } from 'zod';

import { defineDocumentAction } from './document-action.ts';

/** The person ends a review that asks for a verdict, without comments. */
export const giveVerdict = defineDocumentAction({
  type: 'verdict',
  fields: () => ({ verdict: z.enum(['approve']) }),
  run: async ({ verdict }, target) => {
    target.giveVerdict(verdict);
    return {};
  },
});
