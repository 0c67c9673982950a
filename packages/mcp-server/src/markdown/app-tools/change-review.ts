import { z } from 'zod';

import {
  type ReviewChangeInput,
  type ReviewChangeResult,
  viewTools,
} from '@annotate-mcp/markdown/view-protocol';

import type { FileReview } from '../file-review.ts';

import { defineAppTool } from './app-tool.ts';
import { mode } from './fields.ts';

type ReviewChange = ReviewChangeInput['change'];

const change = z.discriminatedUnion('type', [
  z.object({ type: z.literal('mode'), mode }),
  z.object({ type: z.literal('mirror'), mirror: z.boolean() }),
  z.object({ type: z.literal('export_inline') }),
]) satisfies z.ZodType<ReviewChange>;

export const changeReview = defineAppTool({
  name: viewTools.changeReview,
  title: 'Change the review as a whole',
  input: z.object({ change }),
  readOnly: false,
  run: async (input, { file }): Promise<ReviewChangeResult> => {
    const exported = await carryOut(input.change, file);
    const { mirror, fileMeta } = file.document;
    return { mode: file.mode, mirror, fileMeta, ...(exported !== null && { exported }) };
  },
});

/** How many comments the file carries after an export, else `null`. */
async function carryOut(asked: ReviewChange, file: FileReview): Promise<number | null> {
  switch (asked.type) {
    case 'mode':
      file.setMode(asked.mode);
      return null;
    case 'mirror':
      await file.document.setMirror(asked.mirror);
      return null;
    case 'export_inline':
      return file.document.exportInline();
  }
}
