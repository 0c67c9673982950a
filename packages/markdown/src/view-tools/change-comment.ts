import { z } from 'zod';

import { isVisibleToAgents } from '@annotate-mcp/core';

import { asksAgent, commentActionSchema } from '../comment-actions.ts';
import type { CommentResult } from '../view-messages.ts';

import { nudgeFor } from './nudge.ts';
import { refuseBeforeVerdict, refuseEditBeforeVerdict } from './refuse-before-verdict.ts';
import { defineViewTool } from './view-tool.ts';

/** Applies one of the actions in comment-actions.ts to a comment. */
export const changeComment = defineViewTool({
  name: 'change_comment',
  title: 'Change one comment',
  input: () => z.object({ id: z.string().min(1).max(200), change: commentActionSchema() }),
  readOnly: false,
  run: async ({ id, change: action }, { view, reviewed }): Promise<CommentResult> => {
    const { document } = reviewed;
    if (action.type === 'submit') refuseBeforeVerdict(reviewed);
    if (action.type === 'apply') refuseEditBeforeVerdict(reviewed);
    const comment = await document.applyAction(id, action);
    // A comment that is sent alone begins a review: the agent edits the file because of it.
    if (action.type === 'submit' && document.reviewed === null) await document.markReviewed();
    if (comment === null) return { comment };
    const { fileMeta } = document;
    if (!asksAgent(action) || !isVisibleToAgents(comment)) return { comment, fileMeta };
    if (reviewed.isDelivered([comment.id])) return { comment, fileMeta };
    return { comment, fileMeta, nudge: nudgeFor(view, reviewed, [comment]) };
  },
});
