import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

import type { FileMeta } from '../view-messages.ts';

import { refuseEditBeforeVerdict } from './refuse-before-verdict.ts';
import { defineViewTool } from './view-tool.ts';

/** Ten megabytes of text, the longest file that opens, in base64. */
const bytes = () => z.base64().max(14_000_000);

/** Saves the text without markers; they are put back where they belong. */
export const saveMd = defineViewTool({
  name: 'save_md',
  title: 'Save the text of the file',
  input: () =>
    z.object({ bytes: bytes(), expectedSha: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex') }),
  readOnly: false,
  run: async (input, { reviewed }): Promise<{ fileMeta: FileMeta }> => {
    refuseEditBeforeVerdict(reviewed);
    return { fileMeta: await reviewed.document.save(decodeText(input.bytes), input.expectedSha) };
  },
});

function decodeText(base64: string): string {
  try {
    // A byte order mark is part of the file.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new AnnotateError('markdown/not-text', 'The text to save is not UTF-8. The file is unchanged.', {
      hint: 'Send the text in UTF-8, as base64.',
      cause,
    });
  }
}
