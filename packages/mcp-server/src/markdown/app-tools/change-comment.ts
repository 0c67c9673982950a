import { z } from 'zod';

import { type CommentChange, type CommentResult, viewTools } from '@annotate-mcp/markdown/view-protocol';

import { nudgeFor } from '../nudge.ts';

import { defineAppTool } from './app-tool.ts';
import { anchor, id, mode, text } from './fields.ts';

const change = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edit'), text }),
  z.object({ type: z.literal('reply'), replyId: id, text }),
  z.object({ type: z.literal('submit'), mode }),
  z.object({ type: z.literal('resolve') }),
  z.object({ type: z.literal('reopen') }),
  z.object({ type: z.literal('accept') }),
  z.object({ type: z.literal('delete') }),
  z.object({ type: z.literal('approve') }),
  z.object({ type: z.literal('decline') }),
  z.object({ type: z.literal('relink'), anchor }),
  z.object({ type: z.literal('move'), to: z.enum(['memory', 'sidecar', 'inline']) }),
]) satisfies z.ZodType<CommentChange>;

/** After these somebody is to act. */
const callsForAnAgent: readonly CommentChange['type'][] = ['submit', 'approve', 'reply', 'reopen'];

export const changeComment = defineAppTool({
  name: viewTools.changeComment,
  title: 'Change one comment',
  input: z.object({ id: z.string().min(1).max(200), change }),
  readOnly: false,
  run: async (input, { view, file }): Promise<CommentResult> => {
    const comment = await file.document.change(input.id, input.change);
    if (comment === null || !callsForAnAgent.includes(input.change.type)) return { comment };
    if (file.isHeard([comment.id])) return { comment };
    return { comment, nudge: await nudgeFor(view, file, [comment]) };
  },
});
