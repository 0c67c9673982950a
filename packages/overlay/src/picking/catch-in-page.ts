/** Catches the pointer by listeners on the page's windows, before the app's own elements get its events. */
import { captureOn } from '../window/first-listeners.ts';
import { offsetOf } from '../window/frame-box.ts';
import { eachWindow, type PageWindow } from '../window/frames.ts';

import type { Point } from './area.ts';
import { pointedElement } from './element-at.ts';

export const catchInPage: CatchPointer = (overlay, onInput) => {
  const top = overlay.ownerDocument.defaultView as PageWindow;
  const onPointer = (event: PointerEvent) => {
    const input = inputOf(event, overlay, top);
    if (input !== null) onInput(input);
  };
  return eachWindow(top, (pageWindow) => listen(pageWindow, overlay, onPointer));
};

function inputOf(event: PointerEvent, overlay: Element, top: PageWindow): PointerInput | null {
  const target = elementOf(event, overlay);
  const type = typeOf(event);
  if (target === null || type === null) return null;
  const element = pointedElement(target, { x: event.clientX, y: event.clientY });
  const shift = offsetOf(element.ownerDocument.defaultView, top);
  return {
    type,
    element,
    at: { x: event.clientX + shift.x, y: event.clientY + shift.y },
    screen: { x: event.screenX, y: event.screenY },
    pointerId: event.pointerId,
    gather: event.shiftKey,
    touch: event.pointerType === 'touch',
  };
}

/** The release of the pointer counts and not `click`, because a disabled button gets none. */
function typeOf({ type, button, isPrimary }: PointerEvent): PointerInput['type'] | null {
  if (type === 'pointercancel') return 'cancel';
  if (type === 'pointerup') return 'up';
  if (type === 'pointerdown') return button === 0 && isPrimary ? 'down' : null;
  return 'move';
}

const observedTypes = ['pointermove', 'pointerover', 'pointercancel'] as const;
const suppressedTypes = [
  ...(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick'] as const),
  ...(['contextmenu', 'dragstart', 'touchstart', 'touchend'] as const),
];
// Events of the same click that follow after the mode has ended.
const afterRelease = ['mouseup', 'click', 'dblclick', 'touchend'] as const;
const releaseMs = 400;

function listen(
  pageWindow: PageWindow,
  overlay: Element,
  onPointer: (event: PointerEvent) => void,
): () => void {
  let releasing = false;
  // One listener does both: with two, a pick could end the mode before the event is suppressed.
  const onSuppressed = (event: Event) => {
    if (event.type === 'pointerdown') releasing = true;
    if (event.type === 'click') releasing = false;
    if (elementOf(event, overlay) !== null) suppress(event);
    if (event.type.startsWith('pointer')) onPointer(event as PointerEvent);
  };
  const onObserved = (event: Event) => onPointer(event as PointerEvent);
  const ends = [
    ...observedTypes.map((type) => captureOn(pageWindow, type, onObserved)),
    // Passive for touch, so that the page can scroll.
    ...suppressedTypes.map((type) =>
      captureOn(pageWindow, type, onSuppressed, { passive: type === 'touchstart' }),
    ),
    showCrosshair(pageWindow),
  ];

  return () => {
    for (const end of ends) end();
    if (releasing) suppressClick(pageWindow, overlay);
  };
}

/** A pick ends the mode before the click event, which the app must still not get. */
function suppressClick(pageWindow: PageWindow, overlay: Element): void {
  const keep = (event: Event) => {
    if (elementOf(event, overlay) !== null) suppress(event);
    if (event.type === 'click') end();
  };
  const end = () => {
    pageWindow.clearTimeout(timer);
    for (const endOne of ends) endOne();
  };
  const timer = pageWindow.setTimeout(end, releaseMs);
  const ends = [
    captureOn(pageWindow, 'pointerdown', end),
    ...afterRelease.map((type) => captureOn(pageWindow, type, keep, { passive: false })),
  ];
}

/** The target, also inside open shadow roots; `null` on the overlay and for events that the app dispatches. */
function elementOf(event: Event, overlay: Element): Element | null {
  const path = event.composedPath();
  const [target] = path;
  if (!event.isTrusted || target === undefined || !('localName' in target) || path.includes(overlay)) {
    return null;
  }
  return target as Element;
}

function suppress(event: Event): void {
  if (event.cancelable && event.type !== 'touchstart') event.preventDefault();
  event.stopImmediatePropagation();
}

/** Shows a crosshair in a document. It uses its own style sheet and changes no element of the app. */
function showCrosshair(pageWindow: PageWindow): () => void {
  const { document } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync('html, html *:not(nga-overlay) { cursor: crosshair !important }');
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** One thing that the pointer did, with the element of the page that it was on. */
export interface PointerInput {
  /** `cancel`: the browser took the pointer for scrolling. */
  readonly type: 'down' | 'move' | 'up' | 'cancel';
  readonly element: Element;
  /** In the viewport of the top window. */
  readonly at: Point;
  readonly screen: Point;
  readonly pointerId: number;
  /** Shift was held: the element is one of several targets. */
  readonly gather: boolean;
  readonly touch: boolean;
}

/** Reports what the pointer does until the returned function is called, and keeps its clicks from the page. */
export type CatchPointer = (overlay: Element, onInput: (input: PointerInput) => void) => () => void;
