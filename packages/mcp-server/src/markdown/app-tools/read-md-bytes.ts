import { z } from 'zod';

import { type ReadResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { defineAppTool } from './app-tool.ts';

export const readMdBytes = defineAppTool({
  name: viewTools.read,
  title: 'Read the text of the file',
  input: z.object({
    range: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).exactOptional(),
  }),
  readOnly: true,
  run: async ({ range }, { file }): Promise<ReadResult> => {
    const { text, fileMeta } = file.document;
    const bytes = Buffer.from(text, 'utf8');
    const part = range === undefined ? bytes : bytes.subarray(range.start, Math.max(range.start, range.end));
    return { bytes: part.toString('base64'), total: bytes.length, fileMeta };
  },
});
