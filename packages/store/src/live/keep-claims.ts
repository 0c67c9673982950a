import { release } from '@annotate-mcp/core';

import type { Store, Subscription } from '../store.ts';

/**
 * Frees what an agent held when it is gone, however it went. Every process that serves the store does this; the
 * first one to notice wins. `onError` hears of a store that cannot be read just now.
 */
export function keepClaims(store: Store, now: () => Date, onError: (error: unknown) => void): Subscription {
  return store.agents.subscribe({
    agents: (agents) => {
      const present = new Set(agents.map(({ agentId }) => agentId));
      freeOrphans(store, present, now).catch(onError);
    },
    error: onError,
  });
}

async function freeOrphans(store: Store, present: ReadonlySet<string>, now: () => Date): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await store.list({ status: ['acknowledged'] }, { ...(cursor !== null && { cursor }) });
    for (const annotation of page.annotations) {
      if (annotation.status === 'acknowledged' && !present.has(annotation.claim.agentId)) {
        await free(store, annotation.id, annotation.claim.agentId, now());
      }
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function free(store: Store, id: string, holder: string, at: Date): Promise<void> {
  await store.update(id, (annotation) => {
    // Meanwhile another process may have freed it, and somebody who is alive may have claimed it.
    const isOrphan = annotation.status === 'acknowledged' && annotation.claim.agentId === holder;
    return isOrphan ? release(annotation, { type: 'system' }, at) : annotation;
  });
}
