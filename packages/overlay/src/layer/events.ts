import { captureOn } from '../window/first-listeners.ts';

/**
 * Delivers events to the overlay although the app stops them: a capturing listener of the app on the window that
 * stops events would disable the overlay's buttons. A copy is dispatched to the element inside the overlay's
 * root and does not leave it; the event itself is stopped, and keeps its default action.
 */
export function forwardEvents(overlay: Element, root: ShadowRoot): () => void {
  const { defaultView: pageWindow } = overlay.ownerDocument;
  if (pageWindow === null) return () => undefined;
  const forward = (event: Event) => void forwardEvent(event, root);
  let endClicks: () => void = () => undefined;
  // Only while the pointer is on the overlay, so that no other click is handled.
  const enter = () => {
    endClicks();
    endClicks = captureOn(pageWindow, 'click', forward);
  };
  const leave = () => endClicks();
  const endInput = captureOn(pageWindow, 'input', forward);
  overlay.addEventListener('pointerenter', enter);
  overlay.addEventListener('pointerleave', leave);
  return () => {
    leave();
    endInput();
    overlay.removeEventListener('pointerenter', enter);
    overlay.removeEventListener('pointerleave', leave);
  };
}

/** `true` when the event was on the overlay and has been forwarded. */
export function forwardEvent(event: Event, root: ShadowRoot): boolean {
  const path = event.composedPath();
  if (!event.isTrusted || !path.includes(root.host)) return false;
  const target = path[0] === root.host ? targetInside(event, root) : path[0];
  if (target === undefined || (event.type === 'click' && hasDefaultAction(target))) return false;
  event.stopImmediatePropagation();
  const copy = copyOf(event);
  if (!target.dispatchEvent(copy)) event.preventDefault();
  return true;
}

/** A copy would repeat the default action: toggle a checkbox back, or open a link twice. */
function hasDefaultAction(target: EventTarget): boolean {
  return target instanceof Element && target.closest('label,input,select,summary,a') !== null;
}

/** A closed root hides the target of events. */
function targetInside(event: Event, root: ShadowRoot): EventTarget {
  const at = event instanceof MouseEvent ? root.elementFromPoint(event.clientX, event.clientY) : null;
  return at ?? root.activeElement ?? root.host;
}

/** Browsers read what the copy begins with from any object, so also from an event. */
function copyOf(event: Event): Event {
  const Kind = [KeyboardEvent, PointerEvent, FocusEvent].find((kind) => event instanceof kind) ?? Event;
  const isOfEvent = (name: string | symbol) => name !== 'composed';
  return new Kind(
    event.type,
    new Proxy(event, { get: (of, name): unknown => isOfEvent(name) && Reflect.get(of, name) }),
  );
}

/**
 * Stops events of the overlay before they reach the app: a menu that closes on an outside click, or a dialog that takes
 * the focus back, would otherwise react while the person comments on it.
 */
export function isolateEvents(overlay: Element, root: ShadowRoot): () => void {
  const { defaultView: pageWindow } = overlay.ownerDocument;
  const keep = (event: Event) => event.stopPropagation();
  const keepFocus = (event: FocusEvent) => {
    // A dialog that keeps the focus inside listens on the document or the window, and gets events on their way down.
    if (event.target === overlay) forwardEvent(event, root);
    // The app's element gets this event when the focus moves to the overlay.
    else if (event.relatedTarget === overlay) event.stopImmediatePropagation();
  };
  for (const type of isolatedTypes) overlay.addEventListener(type, keep);
  const ends = pageWindow === null ? [] : focusTypes.map((type) => captureOn(pageWindow, type, keepFocus));
  return () => {
    for (const type of isolatedTypes) overlay.removeEventListener(type, keep);
    for (const end of ends) end();
  };
}

const focusTypes = ['blur', 'focusout', 'focus', 'focusin'] as const;
const isolatedTypes = [
  ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'mousedown', 'mouseup'],
  ...['mousemove', 'mouseover', 'mouseout', 'click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart'],
  ...['touchend', 'focusin', 'focusout', 'keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change'],
  ...['submit', 'paste', 'copy', 'cut', 'compositionstart', 'compositionend', 'selectstart', 'dragstart'],
];
