/**
 * What lies over the app and can be clicked: badges and the launcher. What is under them can be clicked and pointed at: they
 * take the pointer only when that rests on them. While the mouse has come only just now, `data-through` lets it through.
 * A touch has no such moment, and is one on them.
 */

/** How long the mouse is on it before a click is one on it, and not on what is under it. */
const restMs = 400;

const controls =
  'a[href],area[href],button,input,select,textarea,label,summary,option,video[controls],audio[controls],[contenteditable=true],[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[role=slider]';

/** Whether the pointer goes through, by whether there is a control of the app under it. */
type IsLetThrough = (isControl: boolean) => boolean;

/** Returns how to stop. */
export function letThrough(lying: HTMLElement, isLetThrough: IsLetThrough): () => void {
  let stop: () => void = () => undefined;
  const onEnter = (event: PointerEvent) => {
    stop = startVisit(lying, event, isLetThrough) ?? stop;
  };
  lying.addEventListener('pointerenter', onEnter);
  return () => {
    stop();
    lying.removeEventListener('pointerenter', onEnter);
  };
}

/** The same for the launcher in this root, which may be drawn again. Not while its bar or its list is open. */
export function letThroughLauncher(root: ShadowRoot): void {
  root.addEventListener('pointerover', (event) => {
    const launcher = event.target instanceof Element ? event.target.closest('.nga-launcher') : null;
    if (!(launcher instanceof HTMLElement) || !(event instanceof PointerEvent)) return;
    startVisit(launcher, event, (isControl) => isControl && launcher.ariaExpanded !== 'true');
  });
}

const visited = new WeakSet<HTMLElement>();

/** Until the mouse leaves. Returns how to stop before that; `undefined` where nothing has started. */
function startVisit(lying: HTMLElement, entered: PointerEvent, isLetThrough: IsLetThrough) {
  if (visited.has(lying) || entered.pointerType !== 'mouse') return;
  visited.add(lying);
  const { ownerDocument: page } = lying;
  const root = lying.getRootNode();
  const overlay = root instanceof ShadowRoot ? root.host : null;
  let hasRested = false;
  const resting = setTimeout(() => {
    hasRested = true;
    lying.removeAttribute('data-through');
  }, restMs);

  const onMove = ({ clientX, clientY, buttons }: PointerEvent) => {
    // Whoever drags it holds it.
    if (buttons !== 0) return;
    if (!isOver(lying, clientX, clientY)) leave();
    else if (!hasRested) {
      const under = page.elementsFromPoint(clientX, clientY).find((each) => each !== overlay);
      const isControl = under !== undefined && under.closest(controls) !== null;
      lying.toggleAttribute('data-through', under !== undefined && isLetThrough(isControl));
    }
  };
  const leave = () => {
    clearTimeout(resting);
    visited.delete(lying);
    lying.removeAttribute('data-through');
    page.defaultView?.removeEventListener('pointermove', onMove, true);
  };
  // On the window, because it gets no event itself of what it lets through.
  page.defaultView?.addEventListener('pointermove', onMove, true);
  onMove(entered);
  return leave;
}

function isOver(lying: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = lying.getBoundingClientRect();
  return left <= x && x < right && top <= y && y < bottom;
}
