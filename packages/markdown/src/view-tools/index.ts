import type { z } from 'zod';

import { answerNow } from './answer-now.ts';
import { changeComment } from './change-comment.ts';
import { changeReview } from './change-review.ts';
import { addPicture, readCommentPicture } from './comment-pictures.ts';
import { followLink } from './follow-link.ts';
import { leaveView } from './leave-view.ts';
import { persistComment } from './persist-comment.ts';
import { longestPollMs, pollMdCommands } from './poll-md-commands.ts';
import { readMdBytes } from './read-md-bytes.ts';
import { readMdPicture } from './read-md-picture.ts';
import { saveMd } from './save-md.ts';
import { submitBatch } from './submit-batch.ts';
import {
  InvalidInputError,
  type PollInput,
  type ToolDocument,
  type ViewTool,
  type ViewToolContext,
} from './view-tool.ts';

export const viewTools = [
  pollMdCommands,
  persistComment,
  submitBatch,
  answerNow,
  changeComment,
  changeReview,
  readMdBytes,
  readMdPicture,
  followLink,
  saveMd,
  addPicture,
  readCommentPicture,
  leaveView,
] as const;

type AnyViewTool = (typeof viewTools)[number];
type ViewToolNamed<Name extends ViewToolName> = Extract<AnyViewTool, { name: Name }>;

export type ViewToolName = AnyViewTool['name'];
/** What the view sends, besides its credentials. */
export type ViewToolInput<Name extends ViewToolName> = z.input<ReturnType<ViewToolNamed<Name>['input']>>;
export type ViewToolResult<Name extends ViewToolName> = Awaited<ReturnType<ViewToolNamed<Name>['run']>>;

export { type CommentTarget, runCommentAction } from '../comment-actions.ts';
export { keptEnds, type KeptEnds } from './read-md-bytes.ts';
export { authorOf, closeAsApplied, createComment, updateComment } from '../review/comment-moves.ts';
export {
  InvalidInputError,
  longestPollMs,
  type PollInput,
  type ToolDocument,
  type ViewTool,
  type ViewToolContext,
};
