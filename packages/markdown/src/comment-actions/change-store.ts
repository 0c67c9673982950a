import { z } from 'zod';

import type { CommentStore } from '../view-messages.ts';

import { defineCommentAction } from './comment-action.ts';

const store = () => z.enum(['memory', 'sidecar', 'inline']) satisfies z.ZodType<CommentStore>;

/** From memory to the sidecar is "Pin"; to `inline` writes a marker into the file, from `inline` removes it. */
export const changeStore = defineCommentAction({
  type: 'move',
  fields: () => ({ to: store() }),
  run: ({ to }, comment) => comment.putInto(to),
});
