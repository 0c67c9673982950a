import type { Change, Cursor } from '@annotate-mcp/core';

import type { Store } from '../store.ts';

/** Every change since the cursor, portion by portion. */
export async function allChanges(store: Store, from: Cursor): Promise<Change[]> {
  const found: Change[] = [];
  for (let cursor = from; ;) {
    const event = await store.changesSince(cursor);
    if (event.type !== 'changes') throw new Error('expected changes');
    if (event.changes.length === 0) return found;
    found.push(...event.changes);
    cursor = event.cursor;
  }
}
