import type { SynchronizeDeps } from './synchronize.ts';

type MarkDeps = Pick<SynchronizeDeps, 'file' | 'reviewed'>;

/**
 * The text that the person saw is the reviewed one from now on. Without `seenSha` that is the text as it is. A file with
 * a hash from long ago is none that the person can mean, so that nothing is marked then.
 */
export function markTextReviewed({ file, reviewed }: MarkDeps, seenSha: string = file.meta.sha): void {
  const text = file.textWith(seenSha);
  if (text !== null) reviewed.write(text);
}

/** The first comment that is sent alone begins the review too: the agent edits the file because of it. */
export function markFirstReview(deps: MarkDeps): void {
  if (deps.reviewed.read() === null) markTextReviewed(deps);
}
