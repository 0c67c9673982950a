import { seenSha } from '../view-fields.ts';

import { defineDocumentAction } from './document-action.ts';

/** The person has read the changes: later edits are compared with the text that they see. */
export const markReviewed = defineDocumentAction({
  type: 'mark_reviewed',
  fields: () => ({ seenSha: seenSha() }),
  run: async (input, { document }) => {
    await document.markReviewed(input.seenSha);
    return {};
  },
});
