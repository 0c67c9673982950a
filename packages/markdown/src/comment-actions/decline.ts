import { defineCommentAction } from './comment-action.ts';

/** In review mode: the comment is dismissed. */
export const decline = defineCommentAction({
  type: 'decline',
  fields: () => ({}),
  run: (_, comment) => comment.perform({ type: 'decline', replyId: comment.newId() }),
});
