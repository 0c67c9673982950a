import { id, mentions, text } from '../view-fields.ts';

import { defineCommentAction } from './comment-action.ts';

export const reply = defineCommentAction({
  type: 'reply',
  fields: () => ({ replyId: id(), text: text(), mentions: mentions() }),
  asksAgent: true,
  run: ({ replyId, text: message, mentions: mentioned }, comment) =>
    comment.perform({
      type: 'reply',
      replyId,
      message,
      ...(mentioned !== undefined && { mentions: mentioned }),
    }),
});
