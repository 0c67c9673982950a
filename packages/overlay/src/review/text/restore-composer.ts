/** Opens the composer again for the same text after the dev server has reloaded the page. */
import { createLocator, pageKey } from '@annotate-mcp/core';

import type { ModeDeps } from '../../modes/mode-deps.ts';
import type { OverlayState, SelectedText, ComposeTarget } from '../../state/state.ts';
import { readStoredValue } from '../../state/stored-value.ts';
import { targetKey } from '../../state/target-key.ts';

import { readPageText } from './page-text.ts';
import { sourceOf } from './selection.ts';

const key = 'annotate:writing';

/** `storage` is the session storage of the tab. The typed text itself is kept by state/memory.ts. */
export function restoreComposer(deps: ModeDeps, storage: Storage | null): () => void {
  const { container } = deps;
  let current: SelectedText | null = null;
  let stopped = false;
  const follow = (state: OverlayState) => {
    const now = commentedText(state);
    if (now === current) return;
    current = now;
    storeSelection(storage, now);
  };
  const before = readStoredValue(storage, key, isStoredSelection);
  if (before !== null) {
    void findAgain(before, deps).then((text) => {
      if (stopped) return;
      reopen(container, text);
      if (commentedText(container.get()) === null) storeSelection(storage, null);
    });
  }
  const unsubscribe = container.subscribe(follow);
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/** Finds the text in the reloaded page and in the source, whose lines may have changed. */
async function findAgain(
  before: StoredSelection,
  { pageWindow, inspection }: ModeDeps,
): Promise<SelectedText> {
  const ranges = rangesOf(before, pageWindow.document);
  if (ranges.length === 0) return { ...before, ranges };
  const { sourceLocation: _, ...rest } = before;
  const sourceLocation = await sourceOf(ranges, inspection);
  return { ...rest, ...(sourceLocation !== null && { sourceLocation }), ranges };
}

function reopen({ get, dispatch }: ModeDeps['container'], text: SelectedText): void {
  const { mode, kept, pageUrl } = get();
  const target: ComposeTarget = { kind: 'text', text };
  const isHere = pageKey(text.pageUrl) === pageKey(pageUrl);
  if (!isHere || mode.name !== 'hidden' || !kept.get(targetKey(target, pageUrl))?.trim()) return;
  dispatch({ type: 'compose:open', target });
}

function commentedText({ mode }: OverlayState): SelectedText | null {
  if (mode.name !== 'annotate' || mode.compose.text.trim() === '') return null;
  const { target } = mode.compose;
  return target.kind === 'text' ? target.text : null;
}

type StoredSelection = Omit<SelectedText, 'ranges'>;

/** Empty when the text is gone; the composer opens for it all the same. */
function rangesOf({ anchor }: StoredSelection, document: Document): readonly Range[] {
  try {
    const page = readPageText(document);
    const placement = createLocator(page.text)(anchor);
    return placement.state === 'placed' ? page.rangesOf(placement) : [];
  } catch {
    // The app writes to the same storage, so the offsets may be invalid.
    return [];
  }
}

function storeSelection(storage: Storage | null, text: SelectedText | null): void {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify({ ...text, ranges: undefined }));
  } catch {
    // The storage is full: the person has to select the text again.
  }
}

function isStoredSelection(value: unknown): value is StoredSelection {
  if (!hasStrings(value, 'pageUrl', 'pageTitle') || !('anchor' in value)) return false;
  const { anchor } = value;
  if (!hasStrings(anchor, 'quote', 'contextBefore', 'contextAfter')) return false;
  return ['start', 'end'].every((name) => Number.isInteger(Reflect.get(anchor, name)));
}

function hasStrings(value: unknown, ...names: string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'string');
}
