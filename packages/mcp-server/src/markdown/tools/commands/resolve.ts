import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { submittedComment } from '../../submitted.ts';

import { defineCommand } from './command.ts';
import { commentId, message } from './fields.ts';

export const resolve = defineCommand({
  type: 'resolve',
  input: z.strictObject({ commentId, message: message.optional() }),
  run: async (input, { file, context }) => {
    const comment = submittedComment(file.document, input.commentId);
    if (comment.intent === 'review' && comment.status !== 'resolved') throw notApproved(comment);
    const note = input.message === undefined ? undefined : { id: context.newId(), message: input.message };
    const resolved = await file.document.agentMove(comment.id, 'resolve', context.agent.actor, note);
    file.hasTold({ comments: [resolved] });
    return { commentId: resolved.id, status: resolved.status };
  },
});

function notApproved({ id }: MarkdownComment): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${id} is a point of a review that the person has not approved, so nothing is to be done about it yet.`,
    {
      hint: 'Say with reply what you would change. Once it is approved it comes with get_comments as intent "edit".',
    },
  );
}
