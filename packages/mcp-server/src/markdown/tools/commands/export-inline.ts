import { z } from 'zod';

import { defineCommand } from './command.ts';

export const exportInline = defineCommand({
  type: 'export_inline',
  input: () => z.strictObject({}),
  run: async (_, { reviewed }) => ({
    exported: await reviewed.document.exportInline(),
    fileMeta: reviewed.document.fileMeta,
  }),
});
