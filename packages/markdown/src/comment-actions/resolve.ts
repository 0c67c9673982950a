import { defineCommentAction } from './comment-action.ts';

export const resolve = defineCommentAction({
  type: 'resolve',
  fields: () => ({}),
  run: (_, comment) => comment.perform({ type: 'resolve' }),
});
