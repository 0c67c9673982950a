import { z } from 'zod';

import { isVisibleToAgents } from '@annotate-mcp/core';

import { comment } from '../view-fields.ts';
import type { CommentResult } from '../view-messages.ts';

import { questionFor } from './nudge.ts';
import { refuseBeforeVerdict } from './refuse-before-verdict.ts';
import { defineViewTool } from './view-tool.ts';

/** Asks at once and keeps the comment in memory, where its agent sees it; drafts stay as they are. */
export const answerNow = defineViewTool({
  name: 'answer_now',
  title: 'Ask about one comment at once',
  input: () => z.object({ comment: comment() }),
  readOnly: false,
  run: async (input, { view, reviewed }): Promise<CommentResult> => {
    refuseBeforeVerdict(reviewed);
    const { document, isReadElsewhere } = reviewed;
    const asked = await document.answerNow(input.comment);
    if (isReadElsewhere)
      return { comment: await document.applyAction(asked.id, { type: 'move', to: 'sidecar' }) };
    return isVisibleToAgents(asked)
      ? { comment: asked, nudge: questionFor(view, asked) }
      : { comment: asked };
  },
});
