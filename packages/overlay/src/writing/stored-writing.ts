/** What is being written on, as it is stored for a reload. The text itself is kept by state/memory.ts. */
import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { Box, OverlayState, ComposeTarget } from '../state/state.ts';
import { readStoredValue } from '../state/stored-value.ts';
import { targetKey } from '../state/target-key.ts';

export type StoredWriting = { readonly pageUrl: string } & (
  | { readonly kind: 'page' }
  | {
      readonly kind: 'picked';
      /** Where the text is kept. */
      readonly key: string;
      readonly picked: readonly StoredTarget[];
      readonly selectionText?: string;
    }
  /** A reply or a changed request. */
  | { readonly kind: 'thread'; readonly id: string }
);

export interface StoredTarget {
  readonly target: InspectedTarget;
  readonly area?: Box;
}

const key = 'annotate:writing-on';

export function readWriting(storage: Storage | null): StoredWriting | null {
  return readStoredValue(storage, key, isStoredWriting);
}

export function storeWriting(storage: Storage | null, writing: StoredWriting | null): void {
  try {
    if (writing === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(writing));
  } catch {
    // The storage is full: the composer has to be opened by hand after a reload, and has its text then.
  }
}

/** What the person writes on: a target, or the id of a thread. Selected text is restored by the review. */
export function writtenOn({ mode, kept }: OverlayState): ComposeTarget | string | null {
  if (mode.name === 'thread') return kept.has(mode.id) || kept.has(`edit ${mode.id}`) ? mode.id : null;
  if (mode.name !== 'annotate' || mode.compose.text.trim() === '') return null;
  const { target } = mode.compose;
  return target.kind === 'text' ? null : target;
}

export function describeWriting(on: ComposeTarget | string, pageUrl: string): StoredWriting | null {
  if (typeof on === 'string') return { pageUrl, kind: 'thread', id: on };
  if (on.kind === 'page') return { pageUrl, kind: 'page' };
  if (on.kind === 'text') return null;
  const { selectionText } = on;
  return {
    pageUrl,
    kind: 'picked',
    key: targetKey(on, pageUrl),
    picked: on.picked.map(({ target, area }) => ({ target, ...(area !== undefined && { area }) })),
    ...(selectionText !== undefined && { selectionText }),
  };
}

/** The app writes to the same storage. */
function isStoredWriting(value: unknown): value is StoredWriting {
  if (!hasString(value, 'pageUrl') || !('kind' in value)) return false;
  if (value.kind === 'page') return true;
  if (value.kind === 'thread') return hasString(value, 'id');
  return value.kind === 'picked' && hasString(value, 'key') && 'picked' in value && isTargets(value.picked);
}

function isTargets(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'target' in one &&
        hasString(one.target, 'kind') &&
        hasString(one.target, 'selector'),
    )
  );
}

function hasString(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string';
}
