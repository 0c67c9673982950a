import { z } from 'zod';

import { defineDocumentCommand } from './document-command.ts';

export const exportInline = defineDocumentCommand({
  type: 'export_inline',
  input: () => z.strictObject({}),
  run: async (_, { reviewed }) => ({
    exported: await reviewed.document.exportInline(),
    fileMeta: reviewed.document.fileMeta,
  }),
});
