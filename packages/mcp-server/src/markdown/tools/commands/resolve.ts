import { z } from 'zod';

import { submittedComment } from '../submitted-comments.ts';

import { requireApproval } from './approval.ts';
import { defineCommand } from './command.ts';
import { commentId, message } from './fields.ts';

export const resolve = defineCommand({
  type: 'resolve',
  input: () => z.strictObject({ commentId: commentId(), message: message().optional() }),
  run: async (input, { reviewed, context }) => {
    const comment = submittedComment(reviewed.document, input.commentId);
    requireApproval(comment, 'resolved');
    const note = input.message === undefined ? undefined : { id: context.newId(), message: input.message };
    const resolved = await reviewed.document.agentMove(comment.id, 'resolve', context.agent.actor, note);
    reviewed.markDelivered({ comments: [resolved] });
    return { commentId: resolved.id, status: resolved.status };
  },
});
