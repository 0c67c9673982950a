import { z } from 'zod';

import { isVisibleToAgents } from '@annotate-mcp/core';

import type { Submitted } from '../review/markdown-document.ts';
import { comment, mode, seenSha, verdict } from '../view-fields.ts';
import type { MarkdownComment, Nudge } from '../view-messages.ts';

import { nudgeFor, nudgeForVerdict } from './nudge.ts';
import { defineViewTool, type ViewToolContext } from './view-tool.ts';

/** These comments and every other draft of the document become one batch, and a verdict goes with it if there is one. */
export const submitBatch = defineViewTool({
  name: 'submit_batch',
  title: 'Submit all comments',
  input: () =>
    z.object({
      comments: z.array(comment()).max(1_000),
      mode: mode(),
      seenSha: seenSha().exactOptional(),
      verdict: verdict().exactOptional(),
    }),
  readOnly: false,
  run: async (
    input,
    context,
  ): Promise<{
    comments: MarkdownComment[];
    /** `null` when there was nothing to submit. */
    nudge: Nudge | null;
    /** An agent that waited has the comments already, so that the host need not be told. */
    delivered: boolean;
  }> => {
    const { reviewed } = context;
    reviewed.setMode(input.mode);
    const submitted = await reviewed.document.submit(input.comments, input.mode, input.verdict);
    const { comments, ids, hasNewVerdict } = submitted;
    await reviewed.document.markReviewed(input.seenSha);
    // A batch that is sent again, because the answer was lost, is not announced again.
    const isNew = ids.length > 0 || hasNewVerdict;
    return {
      comments,
      nudge: isNew ? nudgeForBatch(context, submitted) : null,
      delivered: isNew && reviewed.isDelivered(ids, hasNewVerdict ? input.verdict?.id : undefined),
    };
  },
});

function nudgeForBatch(context: ViewToolContext, { comments, hasNewVerdict }: Submitted): Nudge {
  const { view, reviewed } = context;
  const { verdict: given } = reviewed.document;
  const visible = comments.filter(isVisibleToAgents);
  return hasNewVerdict && given !== null
    ? nudgeForVerdict(context, given, visible)
    : nudgeFor(view, reviewed, visible);
}
