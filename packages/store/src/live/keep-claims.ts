import { type AgentPresence, release } from '@annotate-mcp/core';

import { everyAnnotation } from '../every-annotation.ts';
import { partsOf } from '../joined/join-stores.ts';
import type { Store, Subscription } from '../store.ts';

/**
 * Releases the claims of an agent that is gone, even when it was killed. Every process that serves the store does this; the
 * first one to notice wins. `onError` gets the error of a store that cannot be read at the moment.
 */
export function keepClaims(store: Store, now: () => Date, onError: (error: unknown) => void): Subscription {
  // Each part of a joined store has agents of its own.
  const [first = store, ...others] = partsOf(store);
  const keeping = [
    keepClaimsIn(first, now, onError),
    ...others.map((part) => keepFromFirstClaim(part, now, onError)),
  ];
  return {
    close: () => {
      for (const subscription of keeping) subscription.close();
    },
  };
}

/** The same once: for a process that does one thing and ends. */
export async function releaseOrphans(store: Store, now: () => Date): Promise<void> {
  for (const part of partsOf(store)) await freeOrphans(part, now);
}

/** Reading the agents of comments on documents creates a file, which a project without a claim there does not need. */
function keepFromFirstClaim(store: Store, now: () => Date, onError: (error: unknown) => void): Subscription {
  let keeping: Subscription | null = null;
  let feed: Subscription | null = null;
  let isClosed = false;
  const look = async () => {
    if (keeping !== null || isClosed || (await claims(store)).length === 0 || hasEnded()) return;
    keeping = keepClaimsIn(store, now, onError);
    feed?.close();
  };
  const hasEnded = () => isClosed;
  const begin = async () => {
    const from = await store.head();
    if (hasEnded()) return;
    feed = store.subscribe(from, { event: look, error: onError });
    await look();
  };
  begin().catch((error: unknown) => {
    if (!isClosed) onError(error);
  });
  return {
    close: () => {
      isClosed = true;
      feed?.close();
      keeping?.close();
    },
  };
}

function keepClaimsIn(store: Store, now: () => Date, onError: (error: unknown) => void): Subscription {
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;
  let present: ReadonlySet<string> | null = null;
  const look = () => {
    clearTimeout(again);
    again = undefined;
    freeOrphans(store, now).catch((error: unknown) => {
      // The store may be closed before what was being read has arrived.
      if (isClosed) return;
      onError(error);
      // A locked store causes no presence event: without another look the claim would stay forever.
      again = setTimeout(look, againMs).unref();
    });
  };
  const lookWhenLeft = (agents: readonly AgentPresence[]) => {
    const now = new Set(agents.map(({ agentId }) => agentId));
    const hasLeft = present === null || [...present].some((id) => !now.has(id));
    present = now;
    if (hasLeft) look();
    // Each call of an agent that waits is such a change, and is not to wait for this. Claims of an agent that came and
    // was killed before it was seen here are still found.
    else again ??= setTimeout(look, againMs).unref();
  };
  const subscription = store.agents.subscribe({ agents: lookWhenLeft, error: onError });
  return {
    close: () => {
      isClosed = true;
      clearTimeout(again);
      subscription.close();
    },
  };
}

const againMs = 2_000;

async function freeOrphans(store: Store, now: () => Date): Promise<void> {
  const claimed = await claims(store);
  if (claimed.length === 0) return;
  // Asked after the claims: an agent is present before it claims, so the agent of each of these claims is in the list.
  const present = new Set((await store.agents.list()).map(({ agentId }) => agentId));
  for (const { id, holder } of claimed) {
    if (!present.has(holder)) await free(store, id, holder, now());
  }
}

async function claims(store: Store): Promise<{ id: string; holder: string }[]> {
  const found: { id: string; holder: string }[] = [];
  for await (const annotation of everyAnnotation(store, { status: ['acknowledged'] })) {
    if (annotation.status === 'acknowledged')
      found.push({ id: annotation.id, holder: annotation.claim.agentId });
  }
  return found;
}

async function free(store: Store, id: string, holder: string, at: Date): Promise<void> {
  await store.update(id, (annotation) => {
    // Meanwhile another process may have released it, and an agent that is alive may have claimed it.
    const isOrphan = annotation.status === 'acknowledged' && annotation.claim.agentId === holder;
    return isOrphan ? release(annotation, { type: 'system' }, at) : annotation;
  });
}
