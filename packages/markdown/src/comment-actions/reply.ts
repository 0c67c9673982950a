import { id, text } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

export const reply = defineCommentAction({
  type: 'reply',
  fields: () => ({ replyId: id(), text: text() }),
  asksAgent: true,
  run: ({ replyId, text: message }, comment) => comment.perform({ type: 'reply', replyId, message }),
});
