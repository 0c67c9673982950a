import type { VerdictInput } from '../verdict.ts';
import type { CommentInput, ReviewMode } from '../view-messages.ts';

import type { StateDeps } from './document-state.ts';
import type { Submitted } from './markdown-document.ts';
import { submitDrafts } from './submit-drafts.ts';
import { createOrUpdateComment, type WriteCommentDeps } from './write-comment.ts';

/** Submits the given comments, all other drafts and the verdict, if there is one. Runs under the lock of the document. */
export async function submitReview(
  deps: StateDeps & WriteCommentDeps,
  {
    inputs,
    mode,
    verdict,
  }: { inputs: readonly CommentInput[]; mode: ReviewMode; verdict: VerdictInput | undefined },
): Promise<Submitted> {
  const { stores, verdicts, file, now } = deps;
  for (const input of inputs) await createOrUpdateComment(deps, input);
  const named = inputs.map(({ id }) => id);
  const submitted = await submitDrafts(stores, named, mode, now());
  // After the comments: an agent that reads the verdict finds them.
  const hasNewVerdict = verdict !== undefined && verdicts.write(verdict, file.text, now());
  return { ...submitted, hasNewVerdict };
}
