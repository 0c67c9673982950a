/** Opens again what a person was writing when the page was reloaded: on elements, on the page, and in a thread. */
import { pageKey } from '@annotate-mcp/core';

import type { ModeDeps } from '../modes/mode-deps.ts';
import { pageStorages } from '../state/memory.ts';
import type { OverlayState, Picked, ComposeTarget } from '../state/state.ts';
import { targetKey } from '../state/target-key.ts';

import { findPicked } from './find-picked.ts';
import { keepPictures } from './keep-pictures.ts';
import {
  describeWriting,
  readWriting,
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
