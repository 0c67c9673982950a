import { z } from 'zod';

import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId, message } from './fields.ts';

export const reply = defineDocumentCommand({
  type: 'reply',
  input: () => z.strictObject({ commentId: commentId(), message: message() }),
  run: async (input, { reviewed, context }) => {
    const { id } = submittedComment(reviewed.document, input.commentId);
    const note = { id: context.newId(), message: input.message };
    const { status } = await reviewed.document.agentMove(id, 'reply', context.agent.actor, note);
    return { commentId: id, status };
  },
});
