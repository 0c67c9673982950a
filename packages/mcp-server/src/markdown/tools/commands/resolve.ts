import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { submittedComment } from '../submitted-comments.ts';

import { defineCommand } from './command.ts';
import { commentId, message } from './fields.ts';

export const resolve = defineCommand({
  type: 'resolve',
  input: () => z.strictObject({ commentId: commentId(), message: message().optional() }),
  run: async (input, { reviewed, context }) => {
    const comment = submittedComment(reviewed.document, input.commentId);
    if (comment.intent === 'review' && comment.status !== 'resolved') throw notApprovedError(comment);
    const note = input.message === undefined ? undefined : { id: context.newId(), message: input.message };
    const resolved = await reviewed.document.agentMove(comment.id, 'resolve', context.agent.actor, note);
    reviewed.markDelivered({ comments: [resolved] });
    return { commentId: resolved.id, status: resolved.status };
  },
});

function notApprovedError({ id }: MarkdownComment): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${id} has intent "review" and the person has not approved it, so it cannot be resolved yet.`,
    {
      hint: 'Say with reply what you would change. Once it is approved it comes with get_comments as intent "edit".',
    },
  );
}
