import { z } from 'zod';

import { type CommentResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { defineAppTool } from './app-tool.ts';
import { comment } from './fields.ts';

export const persistComment = defineAppTool({
  name: viewTools.persist,
  title: 'Keep a comment that is not sent yet',
  input: z.object({ comment }),
  readOnly: false,
  run: async (input, { file }): Promise<CommentResult> => ({
    comment: await file.document.persist(input.comment),
  }),
});
