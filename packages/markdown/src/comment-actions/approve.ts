import { defineCommentAction } from './comment-action.ts';

/** In review mode: the comment becomes an instruction. */
export const approve = defineCommentAction({
  type: 'approve',
  fields: () => ({}),
  asksAgent: true,
  run: (_, comment) => comment.perform({ type: 'approve' }),
});
