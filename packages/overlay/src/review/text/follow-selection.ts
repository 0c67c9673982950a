/** Hears when somebody has selected text: then the composer opens for it, or an annotation is linked to it. */
import { notify } from '../../commands/notify.ts';
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { relinksText } from '../../state/select.ts';
import type { SelectedText } from '../../state/state.ts';

import { readPageText } from './page-text.ts';
import { describeSelection, isSameRange, longestQuote, selectedRange } from './selection.ts';

// A finger that drags a handle lets go of it for a moment now and then.
const settleMs = 500;
const draggedPx = 3;

export function followSelection(deps: ModeDeps): () => void {
  const { view, store, element } = deps;
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  let roots: readonly ShadowRoot[] = [];
  /** What was selected before, which is no new selection. */
  let before: AbstractRange | null = null;
  let pressed = { x: 0, y: 0 };
  let byTouch = false;
  let settling = 0;
  let turn = 0;

  const isOurs = (event: Event) => event.composedPath().includes(element);
  const selected = () => {
    const range = selectedRange(view, roots);
    return range === null || isSameRange(range, before) ? null : range;
  };
  const open = async (range: AbstractRange) => {
    const mine = ++turn;
    before = range;
    const text = await describeSelection(range, readPageText(view.document), deps.inspection);
    // Somebody went on, or selected something else meanwhile.
    if (text !== null && mine === turn && !listening.signal.aborted && isFree(deps)) take(deps, text);
  };

  const onDown = (event: PointerEvent) => {
    if (isOurs(event)) return;
    turn++;
    byTouch = event.pointerType !== 'mouse';
    roots = rootsOf(event);
    before = selectedRange(view, roots);
    pressed = { x: event.clientX, y: event.clientY };
  };
  const onMouseUp = (event: MouseEvent) => {
    if (isOurs(event) || event.button !== 0 || !isFree(deps)) return;
    roots = [...new Set([...roots, ...rootsOf(event)])];
    // The very same text, selected once more.
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > draggedPx) before = null;
    const range = selected();
    if (range === null) return;
    // A click into a selection takes it away, but only after this; and a button may select for somebody.
    view.setTimeout(() => {
      const now = selected();
      if (now !== null && isSameRange(now, range)) void open(now);
    });
  };
  const onKeyUp = (event: KeyboardEvent) => {
    const range = event.key !== 'Shift' || isOurs(event) || !isFree(deps) ? null : selected();
    if (range !== null) void open(range);
  };
  const onChange = () => {
    if (!byTouch) return;
    view.clearTimeout(settling);
    settling = view.setTimeout(() => {
      const range = isFree(deps) ? selected() : null;
      if (range !== null) void open(range);
    }, settleMs);
  };

  view.addEventListener('pointerdown', onDown, options);
  view.addEventListener('mouseup', onMouseUp, options);
  view.addEventListener('keyup', onKeyUp, options);
  view.document.addEventListener('selectionchange', onChange, options);
  let { pageUrl } = store.get();
  const unsubscribe = store.subscribe((state) => {
    // What is being described is of the page that was left.
    if (state.pageUrl !== pageUrl) turn++;
    ({ pageUrl } = state);
  });
  return () => {
    listening.abort();
    view.clearTimeout(settling);
    unsubscribe();
  };
}

/** Not while somebody points, and not over something that is being written. */
function isFree({ store }: ModeDeps): boolean {
  const state = store.get();
  const { mode } = state;
  if (mode.name === 'annotate') {
    const { subject, text, sending } = mode.compose;
    return subject.kind === 'text' && text.trim() === '' && !sending;
  }
  return mode.name === 'hidden' || mode.name === 'thread' || relinksText(state);
}

function take(deps: ModeDeps, text: SelectedText): void {
  const { dispatch, get } = deps.store;
  const { mode } = get();
  if (text.anchor.quote.length > longestQuote) {
    notify(dispatch, 'That is too much for one comment. Select less of it.', 'problem');
  } else if (mode.name === 'relink') relinkTo(deps, mode.id, text);
  else dispatch({ type: 'compose:open', subject: { kind: 'text', text } });
}

function relinkTo(deps: ModeDeps, id: string, text: SelectedText): void {
  // Not a chunk of ours alone: imported the usual way, it would bring this one to every page.
  import('../../commands/relink.ts').then(
    ({ relink }) => relink(deps, id, { kind: 'text', text }),
    () => notify(deps.store.dispatch, 'It stays where it was: the dev server is away.', 'problem'),
  );
}

function rootsOf(event: Event): ShadowRoot[] {
  return event.composedPath().filter((at): at is ShadowRoot => at instanceof ShadowRoot);
}
