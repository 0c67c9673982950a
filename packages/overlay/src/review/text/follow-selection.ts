/** Opens the composer for text that a person selects, or re-links an annotation to it. */
import { notify } from '../../commands/notify.ts';
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { isRelinkingText } from '../../state/select.ts';
import type { SelectedText } from '../../state/state.ts';
import type { PageWindow } from '../../window/frames.ts';

import { readPageText } from './page-text.ts';
import { describeSelection, isSameRange, maxQuoteLength, selectedRange } from './selection.ts';

// A finger that drags a selection handle may lift for a moment.
const touchPauseMs = 500;

export function followSelection(deps: ModeDeps): () => void {
  const { pageWindow, container, element } = deps;
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  const selection = createNewSelection(pageWindow);
  let isTouch = false;
  let touchTimer = 0;
  let latest = 0;

  const isOnOverlay = (event: Event) => event.composedPath().includes(element);
  const open = async (range: AbstractRange) => {
    const request = ++latest;
    selection.take(range);
    const text = await describeSelection(range, readPageText(pageWindow.document), deps.inspection);
    // The person may have selected something else while this was described.
    if (text !== null && request === latest && !listening.signal.aborted && canOpenComposer(deps))
      useSelection(deps, text);
  };

  const onDown = (event: PointerEvent) => {
    if (isOnOverlay(event)) return;
    latest++;
    isTouch = event.pointerType !== 'mouse';
    selection.onPress(event);
  };
  const onMouseUp = (event: MouseEvent) => {
    if (isOnOverlay(event) || event.button !== 0 || !canOpenComposer(deps)) return;
    selection.onRelease(event);
    const range = selection.current();
    if (range === null) return;
    // A click into a selection removes it, but only after this event; and a button of the app may select text.
    pageWindow.setTimeout(() => {
      const now = selection.current();
      if (now !== null && isSameRange(now, range)) void open(now);
    });
  };
  const openIfNew = () => {
    const range = canOpenComposer(deps) ? selection.current() : null;
    if (range !== null) void open(range);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Shift' && !isOnOverlay(event)) openIfNew();
  };
  const onChange = () => {
    if (!isTouch) return;
    pageWindow.clearTimeout(touchTimer);
    touchTimer = pageWindow.setTimeout(openIfNew, touchPauseMs);
  };

  // The round button is there before this part is loaded, and so may be a selection of the person.
  if (pageWindow.navigator.userActivation.hasBeenActive) openIfNew();
  pageWindow.addEventListener('pointerdown', onDown, options);
  pageWindow.addEventListener('mouseup', onMouseUp, options);
  pageWindow.addEventListener('keyup', onKeyUp, options);
  pageWindow.document.addEventListener('selectionchange', onChange, options);
  let { pageUrl } = container.get();
  const unsubscribe = container.subscribe((state) => {
    // The text that is being described belongs to the page before.
    if (state.pageUrl !== pageUrl) latest++;
    ({ pageUrl } = state);
  });
  return () => {
    listening.abort();
    pageWindow.clearTimeout(touchTimer);
    unsubscribe();
  };
}

/** Not while a person picks a target, and not while a comment is being written. */
function canOpenComposer({ container }: ModeDeps): boolean {
  const state = container.get();
  const { mode } = state;
  if (mode.name === 'annotate') {
    const { target, text, sending } = mode.compose;
    return target.kind === 'text' && text.trim() === '' && !sending;
  }
  return mode.name === 'hidden' || mode.name === 'thread' || isRelinkingText(state);
}

function useSelection(deps: ModeDeps, text: SelectedText): void {
  const { dispatch, get } = deps.container;
  const { mode } = get();
  if (text.anchor.quote.length > maxQuoteLength) {
    notify(dispatch, 'The selected text is too long for one comment. Select less text.', 'problem');
  } else if (mode.name === 'relink') relinkTo(deps, mode.id, text);
  else dispatch({ type: 'compose:open', target: { kind: 'text', text } });
}

function relinkTo(deps: ModeDeps, id: string, text: SelectedText): void {
  // Imported dynamically: a static import would add this module to the first load of every page.
  import('../../commands/relink.ts').then(
    ({ relink }) => relink(deps, id, { kind: 'text', text }),
    () =>
      notify(
        deps.container.dispatch,
        'The comment was not re-linked: the dev server is not running.',
        'problem',
      ),
  );
}

/** A pointer that was moved less far between press and release has clicked. In pixels. */
const draggedPx = 3;

interface NewSelection {
  /** Must be called when the pointer is pressed. */
  readonly onPress: (event: PointerEvent) => void;
  /** Must be called when the pointer is released. */
  readonly onRelease: (event: MouseEvent) => void;
  /** `null` when nothing is selected, or the same as before. */
  readonly current: () => AbstractRange | null;
  /** From now on this range is the selection before. */
  readonly take: (range: AbstractRange) => void;
}

/** Tells text that the person has just selected from a selection that was there before. */
function createNewSelection(pageWindow: PageWindow): NewSelection {
  // Selections inside of these are found only when they are asked for.
  let roots: readonly ShadowRoot[] = [];
  let before: AbstractRange | null = null;
  let pressed = { x: 0, y: 0 };
  return {
    onPress(event) {
      roots = rootsOf(event);
      before = selectedRange(pageWindow, roots);
      pressed = { x: event.clientX, y: event.clientY };
    },
    onRelease(event) {
      roots = [...new Set([...roots, ...rootsOf(event)])];
      // The person may have selected the same text again.
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > draggedPx) before = null;
    },
    current() {
      const range = selectedRange(pageWindow, roots);
      return range === null || isSameRange(range, before) ? null : range;
    },
    take(range) {
      before = range;
    },
  };
}

function rootsOf(event: Event): ShadowRoot[] {
  return event.composedPath().filter((at): at is ShadowRoot => at instanceof ShadowRoot);
}
