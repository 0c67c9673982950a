import { z } from 'zod';

import { defineViewTool } from './view-tool.ts';

/**
 * Returns the text without markers, as UTF-8 in base64; anchors count in that text. `total` is the length of the whole
 * text in bytes; a range beyond it is cut. `version: 'reviewed'` is the text that the person reviewed last, which is the
 * same text when nothing has changed since.
 */
export const readMdBytes = defineViewTool({
  name: 'read_md_bytes',
  title: 'Read the text of the file',
  input: () =>
    z.object({
      range: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).exactOptional(),
      version: z.enum(['current', 'reviewed']).exactOptional(),
    }),
  readOnly: true,
  run: async ({ range, version }, { reviewed: { document } }) => {
    const { fileMeta, reviewed } = document;
    const text = version === 'reviewed' && reviewed !== null ? reviewed.text : document.text;
    const bytes = Buffer.from(text, 'utf8');
    const part = range === undefined ? bytes : bytes.subarray(range.start, Math.max(range.start, range.end));
    return { bytes: part.toString('base64'), total: bytes.length, fileMeta };
  },
});
