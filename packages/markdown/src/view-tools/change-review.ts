import { z } from 'zod';

import { documentActionSchema, runDocumentAction } from '../document-actions/index.ts';

import { defineViewTool } from './view-tool.ts';

/** Applies one of document-actions/ to the document. */
export const changeReview = defineViewTool({
  name: 'change_review',
  title: 'Change the review as a whole',
  input: () => z.object({ change: documentActionSchema() }),
  readOnly: false,
  run: async ({ change: action }, { reviewed }) => {
    const result = await runDocumentAction(action, reviewed);
    const { mirror, fileMeta } = reviewed.document;
    return { mode: reviewed.mode, mirror, fileMeta, ...result };
  },
});
