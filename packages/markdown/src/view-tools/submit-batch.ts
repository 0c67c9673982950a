import { z } from 'zod';

import { isVisibleToAgents } from '@annotate-mcp/core';

import { comment, mode, seenSha } from '../view-fields.ts';
import type { MarkdownComment, Nudge } from '../view-messages.ts';

import { nudgeFor } from './nudge.ts';
import { defineViewTool } from './view-tool.ts';

/** These comments and every other draft of the document become one batch. */
export const submitBatch = defineViewTool({
  name: 'submit_batch',
  title: 'Submit all comments',
  input: () =>
    z.object({ comments: z.array(comment()).max(1_000), mode: mode(), seenSha: seenSha().exactOptional() }),
  readOnly: false,
  run: async (
    input,
    { view, reviewed },
  ): Promise<{
    comments: MarkdownComment[];
    /** `null` when there was nothing to submit. */
    nudge: Nudge | null;
    /** An agent that waited has the comments already, so that the host need not be told. */
    delivered: boolean;
  }> => {
    reviewed.setMode(input.mode);
    const { comments, ids } = await reviewed.document.submit(input.comments, input.mode);
    await reviewed.document.markReviewed(input.seenSha);
    // A batch that is sent again, because the answer was lost, is not announced again.
    const isNew = ids.length > 0;
    return {
      comments,
      nudge: isNew ? nudgeFor(view, reviewed, comments.filter(isVisibleToAgents)) : null,
      delivered: isNew && reviewed.isDelivered(ids),
    };
  },
});
