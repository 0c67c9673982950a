import { z } from 'zod';

import { comment } from '../view-fields.ts';
import type { CommentResult } from '../view-messages.ts';

import { defineViewTool } from './view-tool.ts';

/** Creates a draft or changes its text. Agents never see drafts. */
export const persistComment = defineViewTool({
  name: 'persist_comment',
  title: 'Keep a comment that is not sent yet',
  input: () => z.object({ comment: comment() }),
  readOnly: false,
  run: async (input, { reviewed }): Promise<CommentResult> => ({
    comment: await reviewed.document.persist(input.comment),
  }),
});
