import type { FeedEvent } from '@annotate-mcp/core';
import type { PatchFiles } from '@annotate-mcp/store/git';

/** Removes the patches of annotations that were removed. */
export async function prunePatches(event: FeedEvent, patches: PatchFiles): Promise<void> {
  if (event.type === 'resync') return;
  for (const { type, annotation } of event.changes) {
    const edited = annotation.status === 'resolved' ? annotation.edited : undefined;
    if (type === 'removed' && edited !== undefined) await patches.remove(annotation.id, edited);
  }
}
