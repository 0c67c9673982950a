import { selectBadged } from '../../state/select.ts';
import type { OverlayState } from '../../state/state.ts';

import { findMarked, type MarkDeps } from './find-marked.ts';

/** Shows the pointer's hand over what a click opens. Follows the pointer only while the page has such marks. */
export function showPointer(deps: MarkDeps): () => void {
  const { pageWindow, container } = deps;
  const { document } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync('html :hover:not(nga-overlay){cursor:pointer!important}');
  const listener = { capture: true, passive: true };
  let following = false;

  const show = (wanted: boolean) => {
    if (document.adoptedStyleSheets.includes(sheet) === wanted) return;
    const others = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.adoptedStyleSheets = wanted ? [...others, sheet] : others;
  };
  // Browsers dispatch one move for each frame, so this needs no throttle of its own.
  const onMove = (event: PointerEvent) => show(event.buttons === 0 && findMarked(deps, event) !== null);
  const follow = (state: OverlayState) => {
    const wanted = hasMarks(state);
    if (wanted === following) return;
    following = wanted;
    if (wanted) pageWindow.addEventListener('pointermove', onMove, listener);
    else stop();
  };
  const stop = () => {
    pageWindow.removeEventListener('pointermove', onMove, listener);
    show(false);
  };

  follow(container.get());
  const unsubscribe = container.subscribe(follow);
  return () => {
    unsubscribe();
    stop();
  };
}

function hasMarks(state: OverlayState): boolean {
  return !state.settings.hideBadges && selectBadged(state).some(({ kind }) => kind !== 'page');
}
