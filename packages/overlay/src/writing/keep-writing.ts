/** Opens again what a person was writing when the page was reloaded: on elements, on the page, and in a thread. */
import { pageKey } from '@annotate-mcp/core';

import { type InspectedTarget, type Inspection, withoutElement } from '../inspectors/inspection.ts';
import type { ModeDeps } from '../modes/mode-deps.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import { pageStorages } from '../state/memory.ts';
import type { ComposedPicture, ComposeTarget, OverlayState, Picked } from '../state/state.ts';
import { targetKey } from '../state/target-key.ts';
import { elementReferenceOf, findElement } from '../tracking/find-element.ts';

import {
  describeWriting,
  readWriting,
  type StoredTarget,
  type StoredWriting,
  storeWriting,
  writtenOn,
} from './stored-writing.ts';

// An app renders its page, and the hub sends the annotations, some time after this is loaded.
const givenUpAfterMs = 10_000;

export function keepWriting(deps: ModeDeps): () => void {
  const { container } = deps;
  const { session } = pageStorages();
  const before = readWriting(session);
  let current: ComposeTarget | string | null = null;

  const follow = (state: OverlayState) => {
    const now = writtenOn(state);
    if (now === current) return;
    current = now;
    storeWriting(session, now === null ? null : describeWriting(now, state.pageUrl));
  };

  follow(container.get());
  const unsubscribe = container.subscribe(follow);
  const stopKeeping = keepPictures(container);
  const stopRestoring = before === null ? undefined : restoreWriting(before, deps);
  return () => {
    stopRestoring?.();
    stopKeeping();
    unsubscribe();
  };
}

/** Tries again with every change of the page and of the state, until its target is there. */
function restoreWriting(writing: StoredWriting, deps: ModeDeps): () => void {
  const { container, pageWindow } = deps;
  let isTrying = false;
  let isChanged = false;

  const attempt = async () => {
    isChanged = true;
    if (isTrying) return;
    isTrying = true;
    while (isChanged) {
      isChanged = false;
      if (!canRestore(container.get(), writing)) {
        if (writtenOn(container.get()) === null) storeWriting(pageStorages().session, null);
        stop();
      } else if (await reopen(writing, deps)) stop();
    }
    isTrying = false;
  };
  const mutations = new pageWindow.MutationObserver(() => void attempt());
  mutations.observe(pageWindow.document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const unsubscribe = container.subscribe(() => void attempt());
  const stop = () => {
    isChanged = false;
    pageWindow.clearTimeout(timer);
    mutations.disconnect();
    unsubscribe();
  };
  const timer = pageWindow.setTimeout(stop, givenUpAfterMs);
  void attempt();
  return stop;
}

/** Not when the person has begun something else, or is on another page. */
function canRestore({ mode, pageUrl }: OverlayState, writing: StoredWriting): boolean {
  return mode.name === 'hidden' && pageKey(writing.pageUrl) === pageKey(pageUrl);
}

/** `false` when its target is not there yet. */
async function reopen(writing: StoredWriting, deps: ModeDeps): Promise<boolean> {
  const { container, pageWindow, inspection } = deps;
  const { dispatch, get } = container;
  switch (writing.kind) {
    case 'page':
      dispatch({ type: 'compose:open', target: { kind: 'page' } });
      return true;
    case 'thread':
      dispatch({ type: 'thread:open', id: writing.id });
      return get().mode.name === 'thread';
    case 'picked': {
      const picked = await findPicked(writing.picked, pageWindow.document, inspection);
      if (picked !== null && canRestore(get(), writing)) openPicked(writing, picked, deps);
      return picked !== null;
    }
  }
}

function openPicked(
  { key, selectionText }: StoredWriting & { kind: 'picked' },
  picked: readonly [Picked, ...Picked[]],
  { container }: ModeDeps,
): void {
  const { dispatch, get } = container;
  const { kept, pageUrl } = get();
  const target: ComposeTarget = {
    kind: 'picked',
    picked,
    ...(selectionText !== undefined && { selectionText }),
  };
  const text = kept.get(key) ?? '';
  const now = targetKey(target, pageUrl);
  if (now !== key) {
    // The element was moved, so its text is kept under another name from now on.
    dispatch({ type: 'keep', key: now, text });
    dispatch({ type: 'reply:text', id: key, text: '' });
  }
  dispatch({ type: 'compose:open', target });
}

/** Finds picked elements again after a reload, as they are now; `null` when one of them is not on the page. */
async function findPicked(
  stored: readonly StoredTarget[],
  document: Document,
  inspection: Inspection,
): Promise<readonly [Picked, ...Picked[]] | null> {
  const elements = stored.map(({ target }) => findElementOf(target, document));
  const picked = await Promise.all(
    stored.map(async (one, at): Promise<Picked | null> => {
      const element = elements[at] ?? null;
      return element === null ? null : describeAgain(one, element, inspection);
    }),
  );
  const [first, ...rest] = picked.filter((one) => one !== null);
  return first === undefined || rest.length + 1 < stored.length ? null : [first, ...rest];
}

function findElementOf(target: InspectedTarget, document: Document): Element | null {
  const reference = elementReferenceOf({ ...target, pageUrl: '', pageTitle: '' });
  return reference && findElement(reference, document);
}

/** A reload often follows an edit, after which lines and inputs are others. */
async function describeAgain(
  { target: before, area }: StoredTarget,
  element: Element,
  inspection: Inspection,
): Promise<Picked> {
  const ancestry = before.kind === 'component' ? await inspection.ancestry(element) : [];
  const depth = ancestry.findIndex(
    ({ name }) => before.kind === 'component' && name === before.componentName,
  );
  const target = await inspection.describe(element, depth === -1 ? Number.MAX_SAFE_INTEGER : depth);
  const isWhole = before.kind === 'component' && before.element === undefined;
  return { element, target: isWhole ? withoutElement(target) : target, ...(area !== undefined && { area }) };
}

/** Keeps the pictures of a composer that was closed without sending, as its text is kept, until the page is left. */
function keepPictures({ get, dispatch, subscribe }: OverlayStateContainer): () => void {
  const kept = new Map<string, readonly ComposedPicture[]>();
  let open: { target: ComposeTarget; key: string } | null = null;

  const follow = ({ mode, pageUrl }: OverlayState) => {
    if (mode.name !== 'annotate') {
      open = null;
      return;
    }
    const { target, pictures } = mode.compose;
    const key = targetKey(target, pageUrl);
    const isNew = open?.target !== target;
    // The app has navigated while the composer was open: it is sent from the new page.
    if (!isNew && open !== null && open.key !== key) kept.delete(open.key);
    open = { target, key };
    const before = kept.get(key);
    if (isNew && before !== undefined && pictures.length === 0) {
      dispatch({ type: 'compose:change', change: () => ({ pictures: before }) });
      return;
    }
    const read = pictures.filter(({ picture }) => picture !== null);
    if (read.length > 0) kept.set(key, read);
    else kept.delete(key);
  };

  follow(get());
  return subscribe(follow);
}
