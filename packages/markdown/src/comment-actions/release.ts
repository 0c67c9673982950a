import { defineCommentAction } from './comment-action.ts';

/** Takes the comment from the agent that holds it, so that another one can take it. */
export const release = defineCommentAction({
  type: 'release',
  fields: () => ({}),
  asksAgent: true,
  run: (_, comment) => comment.perform({ type: 'release' }),
});
