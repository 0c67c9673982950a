import { z } from 'zod';

import { defineDocumentAction } from './document-action.ts';

/** While the mirror is on, the file carries every submitted comment as a marker. */
export const setMirror = defineDocumentAction({
  type: 'mirror',
  fields: () => ({ mirror: z.boolean() }),
  run: async ({ mirror }, { document }) => {
    await document.setMirror(mirror);
    return {};
  },
});
