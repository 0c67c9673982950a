/** Lets a person type into the composer of a selection at once, and closes it if they go on without typing. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import { boxOfRanges } from '../../picking/picked-box.ts';
import type { OverlayState, SelectedText } from '../../state/state.ts';
import { isField } from '../../window/is-field.ts';

// A smaller distance is the end of a scroll that had already begun, or a line that grew.
const scrolledPx = 12;

export function followComposer({ pageWindow, container, element, root }: ModeDeps): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  let opened: SelectedText | null = null;
  let openedAt = 0;
  let { pageUrl } = container.get();

  const isOnOverlay = (event: Event) => event.composedPath().includes(element);
  const field = () => root.querySelector<HTMLElement>('.nga-compose textarea');
  const dismiss = () => {
    const { mode } = container.get();
    if (opened !== null && mode.name === 'annotate' && mode.compose.text.trim() === '') {
      container.dispatch({ type: 'escape' });
    }
  };

  const onDown = (event: PointerEvent) => {
    // The other mouse buttons open a menu, from which a person may copy the selection.
    if (event.button === 0 && !isOnOverlay(event)) dismiss();
  };
  const onScroll = (event: Event) => {
    if (opened === null || isOnOverlay(event)) return;
    // The person is about to write, and looks something up first; on a phone the keyboard scrolls the page.
    if (root.activeElement !== null && root.activeElement === field()) return;
    if (Math.abs(topOf(opened) - openedAt) > scrolledPx) dismiss();
  };
  /** Typing goes to the composer although the focus stays on the page, so that the selected text can still be copied. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (opened === null || isOnOverlay(event) || event.ctrlKey || event.metaKey || event.altKey) return;
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

  pageWindow.addEventListener('pointerdown', onDown, options);
  pageWindow.addEventListener('scroll', onScroll, options);
  pageWindow.addEventListener('keydown', onKeyDown, { ...options, passive: false });
  const unsubscribe = container.subscribe(follow);
  return () => {
    listening.abort();
    unsubscribe();
  };
}

function textOf({ mode }: OverlayState): SelectedText | null {
  return mode.name === 'annotate' && mode.compose.target.kind === 'text' ? mode.compose.target.text : null;
}

function topOf({ ranges }: SelectedText): number {
  return boxOfRanges(ranges)?.y ?? 0;
}
