import { z } from 'zod';

import { requireApproved } from '../../../annotations/document-comment.ts';
import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId } from './fields.ts';

/** Puts the newest suggestion of a comment into the file and resolves the comment. */
export const apply = defineDocumentCommand({
  type: 'apply',
  input: () => z.strictObject({ commentId: commentId() }),
  run: async (input, { reviewed, context }) => {
    const comment = submittedComment(reviewed.document, input.commentId);
    requireApproved(comment, 'applied');
    const applied = await reviewed.document.applySuggestion(comment.id, context.agent.actor);
    reviewed.markDelivered({ comments: [applied] });
    const { id, status, anchor } = applied;
    return { commentId: id, status, lines: [anchor.line_start, anchor.line_end] };
  },
});
