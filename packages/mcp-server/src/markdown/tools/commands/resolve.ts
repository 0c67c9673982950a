import { z } from 'zod';

import { requireApproved } from '../../../annotations/document-comment.ts';
import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId, message } from './fields.ts';
import { moveComment } from './move-comment.ts';

export const resolve = defineDocumentCommand({
  type: 'resolve',
  input: () => z.strictObject({ commentId: commentId(), message: message().optional() }),
  run: async (input, command) => {
    const comment = submittedComment(command.reviewed.document, input.commentId);
    requireApproved(comment);
    return moveComment(comment.id, 'resolve', input.message, command);
  },
});
