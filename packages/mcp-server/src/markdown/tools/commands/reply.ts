import { z } from 'zod';

import { submittedComment } from '../../submitted.ts';

import { defineCommand } from './command.ts';
import { commentId, message } from './fields.ts';

export const reply = defineCommand({
  type: 'reply',
  input: z.strictObject({ commentId, message }),
  run: async (input, { file, context }) => {
    const { id } = submittedComment(file.document, input.commentId);
    const note = { id: context.newId(), message: input.message };
    const { status } = await file.document.agentMove(id, 'reply', context.agent.actor, note);
    return { commentId: id, status };
  },
});
