import { z } from 'zod';

import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId, message } from './fields.ts';
import { moveComment } from './move-comment.ts';

export const release = defineDocumentCommand({
  type: 'release',
  input: () => z.strictObject({ commentId: commentId(), message: message().optional() }),
  run: async (input, command) => {
    const { id } = submittedComment(command.reviewed.document, input.commentId);
    return moveComment(id, 'release', input.message, command);
  },
});
