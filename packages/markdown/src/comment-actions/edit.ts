import { text } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

export const edit = defineCommentAction({
  type: 'edit',
  fields: () => ({ text: text() }),
  run: (input, comment) => comment.perform({ type: 'edit', annotationText: input.text }),
});
