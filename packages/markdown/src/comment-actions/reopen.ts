import { defineCommentAction } from './comment-action.ts';

export const reopen = defineCommentAction({
  type: 'reopen',
  fields: () => ({}),
  asksAgent: true,
  run: (_, comment) => comment.perform({ type: 'reopen', replyId: comment.newId() }),
});
