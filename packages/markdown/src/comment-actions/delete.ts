import { defineCommentAction } from './comment-action.ts';

export const deleteComment = defineCommentAction({
  type: 'delete',
  fields: () => ({}),
  run: (_, comment) => comment.perform({ type: 'delete' }),
});
