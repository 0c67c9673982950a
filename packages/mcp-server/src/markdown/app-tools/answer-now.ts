import { z } from 'zod';

import { type CommentResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { questionFor } from '../nudge.ts';

import { defineAppTool } from './app-tool.ts';
import { comment } from './fields.ts';

export const answerNow = defineAppTool({
  name: viewTools.answerNow,
  title: 'Ask about one comment at once',
  input: z.object({ comment }),
  readOnly: false,
  run: async (input, { view, file }): Promise<CommentResult> => {
    const asked = await file.document.answerNow(input.comment);
    return { comment: asked, nudge: questionFor(view, asked) };
  },
});
