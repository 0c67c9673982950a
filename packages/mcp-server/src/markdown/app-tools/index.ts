import { answerNow } from './answer-now.ts';
import { changeComment } from './change-comment.ts';
import { changeReview } from './change-review.ts';
import { persistComment } from './persist-comment.ts';
import { pollMdCommands } from './poll-md-commands.ts';
import { readMdBytes } from './read-md-bytes.ts';
import { saveMd } from './save-md.ts';
import { submitBatch } from './submit-batch.ts';

export const appTools = [
  pollMdCommands,
  persistComment,
  submitBatch,
  answerNow,
  changeComment,
  changeReview,
  readMdBytes,
  saveMd,
] as const;
