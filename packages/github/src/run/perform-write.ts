/** Carries out one change of the pull request. */
import { RefusedError } from '../api/failures.ts';
import type { GitHub } from '../api/github.ts';
import type { PullRequest } from '../api/pull-request.ts';
import type { ListWrite, ReviewWrite, StateWrite, Write } from '../plan/write.ts';

import type { SyncFile } from './sync-file.ts';

export interface WriteDeps {
  github: GitHub;
  pullRequest: PullRequest;
  file: SyncFile;
  /** GitHub takes no comment on the line of this annotation, whatever its patch says. */
  onUnplaceable: (key: string) => void;
}

/** Throws `MovedError` when the pull request has another newest commit by now. */
export async function performWrite(write: Write, deps: WriteDeps): Promise<void> {
  const { github, pullRequest } = deps;
  switch (write.type) {
    case 'review':
      return sendReview(write.comments, deps);
    case 'list':
      return sendList(write, deps);
    case 'reply':
      return post([write.key], deps, () => github.replyTo(pullRequest, write.to, write.body));
    case 'edit':
      return github.updateLineComment(pullRequest, write.comment, write.body);
    case 'state':
      return sendState(write, deps);
  }
}

/** Lines were computed for a commit that is not the newest any more. */
export class MovedError extends Error {
  readonly pullRequest: PullRequest;

  constructor(pullRequest: PullRequest) {
    super('the pull request has a newer commit');
    this.pullRequest = pullRequest;
  }
}

/** Remembers what is about to be posted, so that a run after a kill knows that it may be there. */
async function post(
  keys: readonly string[],
  { file }: WriteDeps,
  send: () => Promise<unknown>,
): Promise<void> {
  file.begin(keys);
  await send();
  file.confirm(keys);
}

/** GitHub refuses a review as a whole when it does not take one of its comments; halving finds that one. */
async function sendReview(comments: ReviewWrite['comments'], deps: WriteDeps): Promise<void> {
  const { github, pullRequest, file, onUnplaceable } = deps;
  const keys = comments.map(({ key }) => key);
  try {
    await post(keys, deps, () => github.createReview(pullRequest, comments));
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 422) throw error;
    file.recordPosted([]);
    const now = await github.pullRequest(pullRequest);
    if (now.headCommit !== pullRequest.headCommit) throw new MovedError(now);
    if (comments.length === 1) {
      keys.forEach(onUnplaceable);
      return;
    }
    const middle = Math.ceil(comments.length / 2);
    await sendReview(comments.slice(0, middle), deps);
    await sendReview(comments.slice(middle), deps);
  }
}

async function sendList({ comment, body, keys }: ListWrite, deps: WriteDeps): Promise<void> {
  const { github, pullRequest, file } = deps;
  if (comment === null) return post(keys, deps, () => github.createComment(pullRequest, body));
  await github.updateComment(pullRequest, comment, body);
  if (keys.length > 0) file.confirm(keys);
}

async function sendState(write: StateWrite, deps: WriteDeps): Promise<void> {
  const { github, pullRequest } = deps;
  const isSaid = write.isResolved !== write.wasResolved && !(await tryToResolve(write, deps));
  if (write.body === null) return;
  const state = write.isResolved ? (isSaid ? 'said' : 'closed') : 'open';
  await github.updateLineComment(pullRequest, write.comment, write.body(state));
}

/** `false` when the token may not do it and the thread says it instead. The token of a workflow often may not. */
async function tryToResolve(
  { thread, isResolved, comment, said }: StateWrite,
  deps: WriteDeps,
): Promise<boolean> {
  const { github, pullRequest, file } = deps;
  try {
    await github.setResolved(thread, isResolved);
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (!file.posted.has(said.key))
      await post([said.key], deps, () => github.replyTo(pullRequest, comment, said.body));
    return false;
  }
}
