/** The composer of a selection is not in the way: it takes what is typed, and goes while nothing has been. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { boxOfRanges } from '../../picking/picked-box.ts';
import type { OverlayState, SelectedText } from '../../state/state.ts';
import { isField } from '../../window/is-field.ts';

// Less is the last of a scroll that was on its way, or a line that grew.
const scrolledPx = 12;

export function followComposer({ view, store, element, root }: ModeDeps): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  let opened: SelectedText | null = null;
  let openedAt = 0;
  let { pageUrl } = store.get();

  const isOurs = (event: Event) => event.composedPath().includes(element);
  const field = () => root.querySelector<HTMLElement>('.nga-compose textarea');
  const dismiss = () => {
    const { mode } = store.get();
    if (opened !== null && mode.name === 'annotate' && mode.compose.text.trim() === '') {
      store.dispatch({ type: 'escape' });
    }
  };

  const onDown = (event: PointerEvent) => {
    // The other buttons are for copying what is selected.
    if (event.button === 0 && !isOurs(event)) dismiss();
  };
  const onScroll = (event: Event) => {
    if (opened === null || isOurs(event)) return;
    // The keyboard of a telephone comes up for whoever wants to write, and pushes the page.
    if (root.activeElement === field() && view.matchMedia('(pointer:coarse)').matches) return;
    if (Math.abs(topOf(opened) - openedAt) > scrolledPx) dismiss();
  };
  /** Typing goes there although the focus is on the page: whoever only copies what is selected loses nothing. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (opened === null || isOurs(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const [target] = event.composedPath();
    if (target instanceof Element && isField(target)) return;
    // Space scrolls.
    const isTyped = event.key.length === 1 && event.key !== ' ';
    const isTab = event.key === 'Tab' && !event.shiftKey;
    if (!isTyped && !isTab) return;
    if (isTab) event.preventDefault();
    event.stopImmediatePropagation();
    field()?.focus({ preventScroll: true });
  };
  const follow = (state: OverlayState) => {
    const now = textOf(state);
    if (now !== null && now !== opened) openedAt = topOf(now);
    opened = now;
    if (state.pageUrl === pageUrl) return;
    ({ pageUrl } = state);
    dismiss();
  };

  view.addEventListener('pointerdown', onDown, options);
  view.addEventListener('scroll', onScroll, options);
  view.addEventListener('keydown', onKeyDown, { ...options, passive: false });
  const unsubscribe = store.subscribe(follow);
  return () => {
    listening.abort();
    unsubscribe();
  };
}

function textOf({ mode }: OverlayState): SelectedText | null {
  return mode.name === 'annotate' && mode.compose.subject.kind === 'text' ? mode.compose.subject.text : null;
}

function topOf({ ranges }: SelectedText): number {
  return boxOfRanges(ranges)?.y ?? 0;
}
