import { z } from 'zod';

import { defineCommand } from './command.ts';

export const exportInline = defineCommand({
  type: 'export_inline',
  input: z.strictObject({}),
  run: async (_, { file }) => ({
    exported: await file.document.exportInline(),
    fileMeta: file.document.fileMeta,
  }),
});
