import { z } from 'zod';

import { defineViewTool } from './view-tool.ts';

/**
 * Returns a part of a picture beside the document, in base64. `total` is the length of the whole in bytes; `stamp`
 * differs when the picture has changed between two parts.
 */
export const readMdPicture = defineViewTool({
  name: 'read_md_picture',
  title: 'Read a picture beside the file',
  input: () =>
    z.object({
      /** As the document has it. */
      address: z.string().min(1).max(4_096),
      range: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }),
    }),
  readOnly: true,
  run: async ({ address, range }, { reviewed }) => {
    const { type, content, stamp } = await reviewed.document.readPicture(address);
    const part = content.subarray(range.start, Math.max(range.start, range.end));
    return { type, bytes: part.toString('base64'), total: content.length, stamp };
  },
});
