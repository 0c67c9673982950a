import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import { type SaveResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { defineAppTool } from './app-tool.ts';
import { bytes } from './fields.ts';

export const saveMd = defineAppTool({
  name: viewTools.save,
  title: 'Save the text of the file',
  input: z.object({ bytes, expectedSha: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex') }),
  readOnly: false,
  run: async (input, { file }): Promise<SaveResult> => ({
    fileMeta: await file.document.save(textOf(input.bytes), input.expectedSha),
  }),
});

function textOf(base64: string): string {
  try {
    // A BOM is part of the file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new AnnotateError(
      'markdown/not-text',
      'What was to be saved is not UTF-8. The file is unchanged.',
      {
        hint: 'Send the text in UTF-8, as base64.',
        cause,
      },
    );
  }
}
