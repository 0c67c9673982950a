/** Follows the pointer while a person picks a target by click, tap or drag. */
import { parentOf } from '../inspectors/dom-tree.ts';
import type { Inspection, Located } from '../inspectors/inspection.ts';
import type { Box, Hover, Picked } from '../state/state.ts';
import { offsetOf } from '../window/frame-box.ts';
import { eachWindow, type PageWindow } from '../window/frames.ts';

import { areaBetween, elementAround, isDrag, type Point } from './area.ts';
import { nextComponent } from './component-hover.ts';
import { showCrosshair } from './crosshair.ts';
import { startHovering } from './hovering.ts';
import { neighbourOf, firstInside, firstTarget } from './neighbours.ts';
import { withoutElement } from './without-element.ts';

export interface PickingOptions {
  readonly inspection: Inspection;
  /** Events on the overlay are ignored. */
  readonly overlay: Element;
  readonly currentHover: () => Hover | null;
  readonly onHover: (hover: Hover | null) => void;
  readonly onLocated: (element: Element, located: Located) => void;
  readonly onPick: (picked: Picked, gather: boolean) => void;
  /** The target could not be described. */
  readonly onFailed: (error: unknown) => void;
}

export interface Picking {
  /** Enter: picks the current element. */
  readonly pickCurrent: (gather: boolean) => Promise<void>;
  /** Arrow up and down: to the parent (1) and to the child (-1). */
  readonly walk: (by: -1 | 1) => void;
  /** Arrow left and right: to the neighbouring element. */
  readonly step: (by: -1 | 1) => void;
  /** Key C: from the element to its component, then to the component around that. */
  readonly toComponent: () => void;
  readonly stop: () => void;
}

interface Press extends Point {
  readonly element: Element;
  readonly pointerId: number;
  readonly gather: boolean;
  readonly touch: boolean;
  area?: Box;
}

/** Until it is stopped, the app gets no clicks, but can be scrolled. */
export function startPicking(options: PickingOptions): Picking {
  const { overlay, inspection } = options;
  const top = overlay.ownerDocument.defaultView as PageWindow;
  const hovering = startHovering({ ...options, pageWindow: top });
  // Where the arrow key down leads back to.
  const childOf = new WeakMap<Element, Element>();
  let stopped = false;
  // The keys have moved away from the element under the pointer; a click then picks what they moved to.
  let isMovedByKeys = false;

  const pick = async ({ element, component }: Hover, gather: boolean, area?: Box) => {
    try {
      const target = await inspection.describe(element, component);
      if (isStopped()) return;
      const whole = component === null ? target : withoutElement(target);
      options.onPick({ element, target: whole, ...(area && { area }) }, gather);
    } catch (error) {
      options.onFailed(error);
    }
  };
  const isStopped = () => stopped;
  const pickAt = async (element: Element, gather: boolean, area?: Box) => {
    const moved = isMovedByKeys && area === undefined ? options.currentHover() : null;
    await pick(moved ?? (await hovering.hoverFor(element)), gather, area);
  };
  const moveTo = (element: Element | null) => {
    if (element === null) return;
    isMovedByKeys = true;
    if (!fillsView(element, top)) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    hovering.over(element);
  };
  const moveToParent = (element: Element) => {
    const parent = parentOf(element);
    if (parent !== null) childOf.set(parent, element);
    moveTo(parent);
  };
  const moveToComponent = async () => {
    const hover = options.currentHover();
    if (hover === null) return;
    const located = hover.located ?? (await inspection.locate(hover.element));
    if (isStopped() || options.currentHover()?.element !== hover.element) return;
    const index = nextComponent({ ...hover, located });
    if (index === null) return;
    isMovedByKeys = true;
    hovering.overComponent(index);
  };
  const onPointer = followPointer({
    top,
    overlay,
    onOver: (element, isMoved, area) => {
      // The page was scrolled by a key, and another element is under a pointer that rests.
      if (isMovedByKeys && !isMoved) return;
      isMovedByKeys = false;
      hovering.over(element, area);
    },
    onPick: (...args) => void pickAt(...args),
  });
  const stopListening = eachWindow(top, (pageWindow) => listen(pageWindow, overlay, onPointer));

  return {
    async pickCurrent(gather) {
      const hover = options.currentHover();
      if (hover !== null) await pick(hover, gather, hover.area);
    },
    walk(by) {
      const hover = options.currentHover();
      if (hover === null) moveTo(firstTarget(top));
      else if (by === 1) moveToParent(hover.element);
      else moveTo(connected(childOf.get(hover.element)) ?? firstInside(hover.element));
    },
    step(by) {
      const hover = options.currentHover();
      moveTo(hover === null ? firstTarget(top) : neighbourOf(hover.element, by));
    },
    toComponent() {
      void moveToComponent();
    },
    stop() {
      stopped = true;
      hovering.stop();
      stopListening();
    },
  };
}

interface PointerOptions {
  readonly top: PageWindow;
  readonly overlay: Element;
  /** `isMoved` is false when the page was scrolled under a pointer that rests. */
  readonly onOver: (element: Element, isMoved: boolean, area?: Box) => void;
  readonly onPick: (element: Element, gather: boolean, area?: Box) => void;
}

/** Turns pointer events into hovers, clicks and dragged areas. */
function followPointer({ top, overlay, onOver, onPick }: PointerOptions): (event: PointerEvent) => void {
  let pointed: Element | null = null;
  let press: Press | null = null;
  let last: Point | null = null;

  const onMove = (event: PointerEvent, at: Point, element: Element) => {
    const isMoved = last?.x !== event.screenX || last.y !== event.screenY;
    last = { x: event.screenX, y: event.screenY };
    if (press?.pointerId !== event.pointerId || press.touch) {
      // A small move on the same element must not undo the arrow keys.
      if (element === pointed) return;
      pointed = element;
      onOver(element, isMoved);
    } else if (press.area !== undefined || isDrag(press, at)) {
      pointed = null;
      press.area = areaBetween(press, at);
      onOver(elementAround(press.area, press.element, top), true, press.area);
    }
  };
  const onDown = (event: PointerEvent, at: Point, element: Element) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, shiftKey, pointerType } = event;
    press = { ...at, element, pointerId, gather: shiftKey, touch: pointerType === 'touch' };
  };
  // Not on `click`, because a disabled button gets none.
  const onUp = (event: PointerEvent) => {
    if (press?.pointerId !== event.pointerId) return;
    const { element, area, gather } = press;
    press = null;
    onPick(area ? elementAround(area, element, top) : element, gather, area);
  };
  return (event) => {
    if (event.type === 'pointercancel') {
      // The browser scrolls with this finger.
      if (press?.pointerId === event.pointerId) press = null;
      return;
    }
    const element = elementOf(event, overlay);
    if (element === null) return;
    const shift = offsetOf(element.ownerDocument.defaultView, top);
    const at = { x: event.clientX + shift.x, y: event.clientY + shift.y };
    if (event.type === 'pointerdown') onDown(event, at, element);
    else if (event.type === 'pointerup') onUp(event);
    else onMove(event, at, element);
  };
}

/** Whether the element is on the screen and larger than that: there is nothing to scroll to. */
function fillsView(element: Element, { innerWidth, innerHeight }: Window): boolean {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return isInView && (width > innerWidth || height > innerHeight);
}

function connected(element: Element | undefined): Element | null {
  return element?.isConnected === true ? element : null;
}

const observedTypes = ['pointermove', 'pointerover', 'pointercancel'];
const suppressedTypes = [
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick'],
  ...['contextmenu', 'dragstart', 'touchstart', 'touchend'],
];
// Events of the same click that follow after the mode has ended.
const afterRelease = ['mouseup', 'click', 'dblclick', 'touchend'];
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
  for (const type of observedTypes) pageWindow.addEventListener(type, onObserved, true);
  // Passive for touch, so that the page can scroll.
  for (const type of suppressedTypes) {
    pageWindow.addEventListener(type, onSuppressed, { capture: true, passive: type === 'touchstart' });
  }
  const hideCrosshair = showCrosshair(pageWindow);

  return () => {
    hideCrosshair();
    for (const type of observedTypes) pageWindow.removeEventListener(type, onObserved, true);
    for (const type of suppressedTypes) pageWindow.removeEventListener(type, onSuppressed, true);
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
    pageWindow.removeEventListener('pointerdown', end, true);
    for (const type of afterRelease) pageWindow.removeEventListener(type, keep, true);
  };
  const timer = pageWindow.setTimeout(end, releaseMs);
  pageWindow.addEventListener('pointerdown', end, true);
  for (const type of afterRelease) pageWindow.addEventListener(type, keep, { capture: true, passive: false });
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
