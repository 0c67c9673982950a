import { z } from 'zod';

import { defineDocumentAction } from './document-action.ts';

/** The comments that the person was shown as coming with the repository become their own. */
export const adoptAll = defineDocumentAction({
  type: 'adopt_all',
  fields: () => ({ ids: z.array(z.string().min(1).max(200)).max(10_000) }),
  run: async ({ ids }, { document }) => ({ adopted: await document.adopt(ids) }),
});
