import { addressee } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

/** `null` takes the assignment away. */
export const assign = defineCommentAction({
  type: 'assign',
  fields: () => ({ assignee: addressee().nullable() }),
  asksAgent: true,
  run: ({ assignee }, comment) => comment.perform({ type: 'assign', assignee }),
});
