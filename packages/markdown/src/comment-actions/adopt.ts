import { defineCommentAction } from './comment-action.ts';

/** A comment that came with the repository becomes the person's own, and agents see it. */
export const adopt = defineCommentAction({
  type: 'adopt',
  fields: () => ({}),
  asksAgent: true,
  run: (_, comment) => comment.adopt(),
});
