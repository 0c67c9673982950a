/** A dev server may load the page again while somebody writes: the composer then opens for the same text again. */
import { createLocator } from '@annotate-mcp/core';

import type { ModeDeps } from '../../modes/mode-deps.ts';
import { pageKey } from '../../state/page-key.ts';
import type { OverlayState, SelectedText, Subject } from '../../state/state.ts';
import { subjectKey } from '../../state/subject-key.ts';

import { readPageText } from './page-text.ts';
import { sourceOf } from './selection.ts';

const key = 'annotate:writing';

/** The storage is the tab's. What was typed is kept elsewhere, with or without it. */
export function keepWriting(deps: ModeDeps, storage: Storage | null): () => void {
  const { store } = deps;
  let noted: SelectedText | null = null;
  let stopped = false;
  const follow = (state: OverlayState) => {
    const now = writtenAbout(state);
    if (now === noted) return;
    noted = now;
    note(storage, now);
  };
  const before = read(storage);
  if (before !== null) {
    void again(before, deps).then((text) => {
      if (stopped) return;
      reopen(store, text);
      if (writtenAbout(store.get()) === null) note(storage, null);
    });
  }
  const unsubscribe = store.subscribe(follow);
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/** Where it is in the page that came, and in the source, whose lines may be others. */
async function again(before: Noted, { view, inspection }: ModeDeps): Promise<SelectedText> {
  const ranges = rangesOf(before, view.document);
  if (ranges.length === 0) return { ...before, ranges };
  const { sourceLocation: _, ...rest } = before;
  const sourceLocation = await sourceOf(ranges, inspection);
  return { ...rest, ...(sourceLocation !== null && { sourceLocation }), ranges };
}

function reopen({ get, dispatch }: ModeDeps['store'], text: SelectedText): void {
  const { mode, kept, pageUrl } = get();
  const subject: Subject = { kind: 'text', text };
  const isHere = pageKey(text.pageUrl) === pageKey(pageUrl);
  if (!isHere || mode.name !== 'hidden' || !kept.get(subjectKey(subject, pageUrl))?.trim()) return;
  dispatch({ type: 'compose:open', subject });
}

function writtenAbout({ mode }: OverlayState): SelectedText | null {
  if (mode.name !== 'annotate' || mode.compose.text.trim() === '') return null;
  const { subject } = mode.compose;
  return subject.kind === 'text' ? subject.text : null;
}

type Noted = Omit<SelectedText, 'ranges'>;

/** None where the text is gone meanwhile: what is written about it is worth no less. */
function rangesOf({ anchor }: Noted, document: Document): readonly Range[] {
  try {
    const page = readPageText(document);
    const placement = createLocator(page.text)(anchor);
    return placement.state === 'placed' ? page.rangesOf(placement) : [];
  } catch {
    // The storage is the app's as well, and offsets in it may be anything.
    return [];
  }
}

function note(storage: Storage | null, text: SelectedText | null): void {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify({ ...text, ranges: undefined }));
  } catch {
    // Full: then it has to be selected again.
  }
}

function read(storage: Storage | null): Noted | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    return isNoted(value) ? value : null;
  } catch {
    // Not what we wrote.
    return null;
  }
}

function isNoted(value: unknown): value is Noted {
  if (!hasStrings(value, 'pageUrl', 'pageTitle') || !('anchor' in value)) return false;
  const { anchor } = value;
  if (!hasStrings(anchor, 'quote', 'contextBefore', 'contextAfter')) return false;
  return ['start', 'end'].every((name) => Number.isInteger(Reflect.get(anchor, name)));
}

function hasStrings(value: unknown, ...names: string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'string');
}
