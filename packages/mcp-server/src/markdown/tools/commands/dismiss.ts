import { z } from 'zod';

import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId, message } from './fields.ts';
import { moveComment } from './move-comment.ts';

export const dismiss = defineDocumentCommand({
  type: 'dismiss',
  input: () => z.strictObject({ commentId: commentId(), message: message() }),
  run: async (input, command) => {
    const { id } = submittedComment(command.reviewed.document, input.commentId);
    return moveComment(id, 'dismiss', input.message, command);
  },
});
