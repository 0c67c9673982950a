import type { SynchronizeDeps } from './synchronize.ts';

/**
 * The text that the person saw is the reviewed one from now on. Without `seenSha` that is the text as it is. A file with
 * a hash from long ago is none that the person can mean, so that nothing is marked then.
 */
export function markTextReviewed(
  { file, reviewed }: Pick<SynchronizeDeps, 'file' | 'reviewed'>,
  seenSha: string = file.meta.sha,
): void {
  const text = file.textWith(seenSha);
  if (text !== null) reviewed.write(text);
}
