import { mentions, text } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

export const edit = defineCommentAction({
  type: 'edit',
  fields: () => ({ text: text(), mentions: mentions() }),
  run: ({ text: annotationText, mentions: mentioned }, comment) =>
    comment.perform({
      type: 'edit',
      annotationText,
      ...(mentioned !== undefined && { mentions: mentioned }),
    }),
});
