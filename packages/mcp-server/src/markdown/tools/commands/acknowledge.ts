import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { submittedComment } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';
import { commentId, message } from './fields.ts';
import { moveComment } from './move-comment.ts';

export const acknowledge = defineDocumentCommand({
  type: 'acknowledge',
  input: () => z.strictObject({ commentId: commentId(), message: message().optional() }),
  run: async (input, command) => {
    const { document } = command.reviewed;
    const comment = submittedComment(document, input.commentId);
    if (comment.store === 'inline') throw noClaimInFileError(comment);
    const { agent, markdown } = command.context;
    await agent.appearIn(markdown.agentsOf(document.root));
    return moveComment(comment.id, 'acknowledge', input.message, command);
  },
});

/** A claim in the file would stay there when its agent is gone. */
function noClaimInFileError({ id }: MarkdownComment): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${id} is kept in the file itself, which holds no claims.`,
    { hint: 'Work on it without one, then resolve it.' },
  );
}
