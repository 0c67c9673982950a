/** Copies comments into the file, and takes them out of it again. */
import { exportedComments, sharedContents } from '../stores/reconcile.ts';

import type { SynchronizeDeps } from './synchronize.ts';

/** Returns how many comments the file carries then. */
export function exportComments({ stores, inline, lastSeen }: SynchronizeDeps): number {
  const { comments } = stores.sidecar;
  inline.write(exportedComments(comments, inline.comments));
  lastSeen.write({ shared: { ...sharedContents(comments, inline.comments) } });
  return inline.comments.size;
}

/** Returns how many comments the file carried. */
export async function removeAllMarkers({ stores, lastSeen }: SynchronizeDeps): Promise<number> {
  const count = await stores.takeAllOutOfFile();
  // The mirror would write them again.
  lastSeen.write({ mirror: false, shared: {} });
  return count;
}
