import { anchor } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

export const relink = defineCommentAction({
  type: 'relink',
  fields: () => ({ anchor: anchor() }),
  run: (input, comment) => comment.perform({ type: 'relinkMarkdown', ...comment.place(input.anchor) }),
});
