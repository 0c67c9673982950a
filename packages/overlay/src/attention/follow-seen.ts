/** Keeps what the person of this browser has seen, in the storage that all of its tabs share. */
import type { OverlayStateContainer } from '../state/container.ts';
import type { Seen } from '../state/state.ts';

import { mergeSeen, seenAfter } from './unread.ts';

export interface FollowSeenDeps {
  readonly container: OverlayStateContainer;
  readonly local: Storage | null;
  readonly projectId: string;
  /** Tells the others; `false` when that is not possible now. */
  readonly saw: (id: string) => boolean;
}

export function followSeen({ container, local, projectId, saw }: FollowSeenDeps): () => void {
  const key = `annotate:seen:${encodeURIComponent(projectId)}`;
  const { get, dispatch, subscribe } = container;
  let seen = read(local, key) ?? { since: new Date().toISOString(), at: new Map<string, string>() };
  const keep = (next: Seen) => {
    // Another tab may have written since.
    seen = mergeSeen(read(local, key) ?? next, next);
    write(local, key, seen);
    dispatch({ type: 'seen', seen });
  };
  const follow = () => {
    const next = seenAfter(get(), seen);
    if (next !== seen) keep(next);
    tellOthers();
  };
  let told = '';
  /** Once for each state of the thread. */
  const tellOthers = () => {
    const { mode, annotations, unsent } = get();
    const shown = mode.name === 'thread' ? annotations.get(mode.id) : undefined;
    if (shown === undefined || shown.status === 'draft' || unsent.has(shown.id)) return;
    const state = `${shown.id} ${shown.updatedAt}`;
    if (state !== told && saw(shown.id)) told = state;
  };
  const onStorage = (event: StorageEvent) => {
    const other = event.key === key ? read(local, key) : null;
    if (other) dispatch({ type: 'seen', seen: (seen = mergeSeen(seen, other)) });
  };
  keep(seen);
  window.addEventListener('storage', onStorage);
  const unsubscribe = subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

function read(local: Storage | null, key: string): Seen | null {
  try {
    const { since, at } = JSON.parse(local?.getItem(key) ?? '{}') as { since?: unknown; at?: unknown };
    if (typeof since !== 'string' || typeof at !== 'object' || at === null) return null;
    const times = Object.entries(at).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { since, at: new Map(times) };
  } catch {
    // Storage is forbidden, or the value is not the overlay's: what was seen is known for this page only.
    return null;
  }
}

function write(local: Storage | null, key: string, { since, at }: Seen): void {
  try {
    local?.setItem(key, JSON.stringify({ since, at: Object.fromEntries(at) }));
  } catch {
    // Storage is forbidden or full. The state in memory is not affected.
  }
}
