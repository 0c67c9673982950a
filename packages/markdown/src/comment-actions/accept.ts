import { defineCommentAction } from './comment-action.ts';

export const accept = defineCommentAction({
  type: 'accept',
  fields: () => ({}),
  run: (_, comment) => comment.perform({ type: 'accept' }),
});
