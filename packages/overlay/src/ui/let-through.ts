/** What is under a badge can be clicked and pointed at: the badge takes the pointer only when that rests on it. */

/** How long the mouse is on a badge before a click opens its thread and not what is under it. */
const restMs = 400;

const controls =
  'a[href],area[href],button,input,select,textarea,label,summary,option,video[controls],audio[controls],[contenteditable=true],[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[role=slider]';

/**
 * While the mouse has come to the badge only just now, `data-through` lets it through to what is under it there: to a
 * control, or while a person points to anything. A touch has no such moment, and is one on the badge. Returns how to stop.
 */
export function letThrough(badge: HTMLElement, isPointing: boolean): () => void {
  const { ownerDocument: page } = badge;
  const root = badge.getRootNode();
  const overlay = root instanceof ShadowRoot ? root.host : null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let hasRested = false;

  const isWanted = ({ clientX, clientY }: PointerEvent) => {
    const under = page.elementsFromPoint(clientX, clientY).find((each) => each !== overlay);
    return under !== undefined && (isPointing || under.closest(controls) !== null);
  };
  const onMove = (event: PointerEvent) => {
    if (!isOver(badge, event)) leave();
    else if (!hasRested) badge.toggleAttribute('data-through', isWanted(event));
  };
  const onEnter = (event: PointerEvent) => {
    if (resting !== undefined || event.pointerType !== 'mouse') return;
    resting = setTimeout(() => {
      hasRested = true;
      badge.removeAttribute('data-through');
    }, restMs);
    // On the window, because the badge itself gets no event of what it lets through.
    page.defaultView?.addEventListener('pointermove', onMove, true);
    onMove(event);
  };
  const leave = () => {
    clearTimeout(resting);
    resting = undefined;
    hasRested = false;
    badge.removeAttribute('data-through');
    page.defaultView?.removeEventListener('pointermove', onMove, true);
  };
  badge.addEventListener('pointerenter', onEnter);
  return () => {
    leave();
    badge.removeEventListener('pointerenter', onEnter);
  };
}

function isOver(badge: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = badge.getBoundingClientRect();
  return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
}
