import { defineDocumentAction } from './document-action.ts';

export const exportInline = defineDocumentAction({
  type: 'export_inline',
  fields: () => ({}),
  run: async (_, { document }) => ({ exported: await document.exportInline() }),
});
