import { mode } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

/** Submits this comment alone; it is kept like a batch. */
export const submit = defineCommentAction({
  type: 'submit',
  fields: () => ({ mode: mode() }),
  asksAgent: true,
  run: (input, comment) => comment.perform({ type: 'submit', intent: input.mode }),
});
