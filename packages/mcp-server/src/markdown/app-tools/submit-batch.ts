import { z } from 'zod';

import { type SubmitResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { nudgeFor } from '../nudge.ts';

import { defineAppTool } from './app-tool.ts';
import { comment, mode } from './fields.ts';

export const submitBatch = defineAppTool({
  name: viewTools.submit,
  title: 'Submit all comments',
  input: z.object({ comments: z.array(comment).max(1_000), mode }),
  readOnly: false,
  run: async (input, { view, file }): Promise<SubmitResult> => {
    file.setMode(input.mode);
    const { comments, ids } = await file.document.submit(input.comments, input.mode);
    // Sent again because the answer was lost: nobody needs to hear of it twice.
    const isNew = ids.length > 0;
    return {
      comments,
      nudge: isNew ? await nudgeFor(view, file, comments) : null,
      delivered: isNew && file.isHeard(ids),
    };
  },
});
