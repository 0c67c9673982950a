import type { ModeDeps } from '../modes/mode-deps.ts';
import { selectBadged } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import type { HighlightedTexts } from './text/highlighted-texts.ts';

/** Opens the thread of a highlighted text or an outlined element on a click. The page still gets the click. */
export function openClicked(deps: MarkDeps): () => void {
  const { pageWindow, container } = deps;
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.detail > 1 || pageWindow.getSelection()?.type === 'Range') return;
    const id = findMarked(deps, event);
    if (id !== null) container.dispatch({ type: 'thread:open', id });
  };
  pageWindow.addEventListener('click', onClick, true);
  return () => pageWindow.removeEventListener('click', onClick, true);
}

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

interface MarkDeps extends Pick<ModeDeps, 'pageWindow' | 'container' | 'tracker' | 'element'> {
  readonly texts: HighlightedTexts;
}

/** The id of the annotation. `null` on controls, which work as usual, and while something else is going on. */
function findMarked({ container, tracker, element, texts }: MarkDeps, event: MouseEvent): string | null {
  const path = event.composedPath();
  const [target] = path;
  const state = container.get();
  const { name } = state.mode;
  if (!(target instanceof Element) || path.includes(element)) return null;
  if ((name !== 'hidden' && name !== 'thread') || path.some(isControl)) return null;
  const text = texts.at({ x: event.clientX, y: event.clientY, target });
  if (text !== null || state.settings.hideBadges) return text;
  const outlined = selectBadged(state).filter(({ kind }) => kind === 'element' || kind === 'component');
  // From the innermost element outwards.
  for (const at of path) {
    const found = outlined.find(({ id }) => tracker.elementOf(id) === at);
    if (found !== undefined) return found.id;
  }
  return null;
}

const controls = 'a[href],button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab]';

function isControl(at: EventTarget): boolean {
  return at instanceof Element && at.matches(controls);
}
