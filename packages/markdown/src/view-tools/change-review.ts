import { z } from 'zod';

import { isVisibleToAgents } from '@annotate-mcp/core';

import { documentActionSchema, runDocumentAction } from '../document-actions.ts';
import { isOpenComment, type MarkdownComment, type Nudge } from '../view-messages.ts';

import { nudgeFor } from './nudge.ts';
import { defineViewTool, type ViewToolContext } from './view-tool.ts';

/** Applies one of the actions in document-actions.ts to the document. */
export const changeReview = defineViewTool({
  name: 'change_review',
  title: 'Change the review as a whole',
  input: () => z.object({ change: documentActionSchema() }),
  readOnly: false,
  run: async ({ change: action }, context) => {
    const { reviewed } = context;
    const { adopted = [], ...result } = await runDocumentAction(action, reviewed);
    const { mirror, fileMeta } = reviewed.document;
    return { mode: reviewed.mode, mirror, fileMeta, ...result, ...nudgeToAdopted(context, adopted) };
  },
});

/** For what an agent has to act on from now on, unless one has it already. */
function nudgeToAdopted(
  { view, reviewed }: ViewToolContext,
  adopted: readonly MarkdownComment[],
): { nudge?: Nudge } {
  const requests = adopted.filter((comment) => isOpenComment(comment) && isVisibleToAgents(comment));
  const isNews = requests.length > 0 && !reviewed.isDelivered(requests.map(({ id }) => id));
  return isNews ? { nudge: nudgeFor(view, reviewed, requests) } : {};
}
