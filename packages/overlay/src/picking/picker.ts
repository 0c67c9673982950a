/** Inspect mode's hands: what the pointer is on, and what was clicked, tapped or dragged around. */
import type { SourceLocation } from '@annotate-mcp/core';

import { parentOf, stepsOut } from '../inspectors/dom-tree.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { Box, Hover, Picked } from '../state/state.ts';
import { eachWindow, offsetOf, type View } from '../window/frames.ts';

import { areaBetween, elementAround, isDrag, type Point } from './area.ts';
import { showCrosshair } from './crosshair.ts';
import { startHovering } from './hovering.ts';
import { beside, firstInside, startOf } from './neighbours.ts';

export interface PickingOptions {
  readonly inspection: Inspection;
  /** What happens on it is its own business. */
  readonly overlay: Element;
  readonly currentHover: () => Hover | null;
  readonly hover: (hover: Hover | null) => void;
  readonly source: (element: Element, depth: number, source: SourceLocation | null) => void;
  /** Changes the depth of the current hover; called where components can be walked. */
  readonly walk: (by: -1 | 1) => void;
  readonly pick: (picked: Picked, gather: boolean) => void;
  /** Why what was pointed at could not be described. */
  readonly failed: (error: unknown) => void;
}

export interface Picking {
  /** Enter: what the pointer or the arrow keys are on. */
  readonly pickCurrent: (gather: boolean) => Promise<void>;
  /** Arrow up and down: out along the components, in along the elements. */
  readonly walk: (by: -1 | 1) => void;
  /** Arrow left and right: to what stands beside it. */
  readonly step: (by: -1 | 1) => void;
  readonly stop: () => void;
}

interface Press extends Point {
  readonly element: Element;
  readonly pointerId: number;
  readonly gather: boolean;
  readonly touch: boolean;
  area?: Box;
}

/** Listens until stopped; meanwhile the app sees no clicks, and scrolls as ever. */
export function startPicking(options: PickingOptions): Picking {
  const { overlay, inspection } = options;
  const top = overlay.ownerDocument.defaultView as View;
  const hovering = startHovering({ ...options, view: top });
  let pointed: Element | null = null;
  let press: Press | null = null;
  let stopped = false;

  const pick = async (element: Element, gather: boolean, area?: Box) => {
    try {
      const hover = await hovering.ensure(element);
      const target = await inspection.describe(element, hover.depth);
      const host = hostOf({ ...hover, element });
      if (!isStopped()) options.pick({ element, host, target, ...(area && { area }) }, gather);
    } catch (error) {
      options.failed(error);
    }
  };
  const isStopped = () => stopped;
  const go = (element: Element | null) => {
    if (element === null) return;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    hovering.over(element);
  };

  const onMove = (event: PointerEvent, at: Point, element: Element) => {
    if (press?.pointerId !== event.pointerId || press.touch) {
      // A trembling hand does not undo what the arrow keys did.
      if (element === pointed) return;
      pointed = element;
      hovering.over(element);
    } else if (press.area !== undefined || isDrag(press, at)) {
      pointed = null;
      press.area = areaBetween(press, at);
      hovering.over(elementAround(press.area, press.element, top), press.area);
    }
  };
  const onDown = (event: PointerEvent, at: Point, element: Element) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, shiftKey, pointerType } = event;
    press = { ...at, element, pointerId, gather: shiftKey, touch: pointerType === 'touch' };
  };
  // Not on the click: a disabled button gets none.
  const onUp = (event: PointerEvent) => {
    if (press?.pointerId !== event.pointerId) return;
    const { element, area, gather } = press;
    press = null;
    void pick(area ? elementAround(area, element, top) : element, gather, area);
  };
  const onPointer = (event: PointerEvent) => {
    if (event.type === 'pointercancel') {
      // The browser took over: this finger scrolls.
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

  const stopListening = eachWindow(top, (view) => listen(view, overlay, onPointer));

  return {
    async pickCurrent(gather) {
      const hover = options.currentHover();
      if (hover !== null) await pick(hover.element, gather, hover.area);
    },
    walk(by) {
      const hover = options.currentHover();
      if (hover === null) go(startOf(top));
      else if (by === -1 && hover.depth === 0) go(firstInside(hover.element));
      else if (hover.depth + by < hover.ancestry.length) {
        options.walk(by);
        hovering.locate();
      } else go(parentOf(hostOf(hover)));
    },
    step(by) {
      const hover = options.currentHover();
      go(hover === null ? startOf(top) : beside(hostOf(hover), by));
    },
    stop() {
      stopped = true;
      hovering.stop();
      stopListening();
    },
  };
}

function hostOf({ element, ancestry, depth }: Hover): Element {
  return stepsOut(element, ancestry[depth]?.hostUp ?? 0);
}

const seen = ['pointermove', 'pointerover', 'pointercancel'];
const kept = [
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick'],
  ...['contextmenu', 'dragstart', 'touchstart', 'touchend'],
];
// What still belongs to the click when the mode has ended with the pointer's release.
const afterRelease = ['mouseup', 'click', 'dblclick', 'touchend'];
const releaseMs = 400;

function listen(view: View, overlay: Element, onPointer: (event: PointerEvent) => void): () => void {
  let releasing = false;
  // One listener for both: between two, a pick could end the mode and let the rest of the event through.
  const onKept = (event: Event) => {
    if (event.type === 'pointerdown') releasing = true;
    if (event.type === 'click') releasing = false;
    if (elementOf(event, overlay) !== null) swallow(event);
    if (event.type.startsWith('pointer')) onPointer(event as PointerEvent);
  };
  const onSeen = (event: Event) => onPointer(event as PointerEvent);
  for (const type of seen) view.addEventListener(type, onSeen, true);
  // Passive where preventing would keep a finger from scrolling.
  for (const type of kept) {
    view.addEventListener(type, onKept, { capture: true, passive: type === 'touchstart' });
  }
  const hideCrosshair = showCrosshair(view);

  return () => {
    hideCrosshair();
    for (const type of seen) view.removeEventListener(type, onSeen, true);
    for (const type of kept) view.removeEventListener(type, onKept, true);
    if (releasing) keepClick(view, overlay);
  };
}

/** A pick ends the mode between the release of the pointer and its click, which is still not for the app. */
function keepClick(view: View, overlay: Element): void {
  const keep = (event: Event) => {
    if (elementOf(event, overlay) !== null) swallow(event);
    if (event.type === 'click') end();
  };
  const end = () => {
    view.clearTimeout(timer);
    view.removeEventListener('pointerdown', end, true);
    for (const type of afterRelease) view.removeEventListener(type, keep, true);
  };
  const timer = view.setTimeout(end, releaseMs);
  view.addEventListener('pointerdown', end, true);
  for (const type of afterRelease) view.addEventListener(type, keep, { capture: true, passive: false });
}

/** What was hit, down into open shadow roots; `null` on the overlay, and for what the app's own code sends. */
function elementOf(event: Event, overlay: Element): Element | null {
  const path = event.composedPath();
  const [target] = path;
  if (!event.isTrusted || target === undefined || !('localName' in target) || path.includes(overlay)) {
    return null;
  }
  return target as Element;
}

function swallow(event: Event): void {
  if (event.cancelable && event.type !== 'touchstart') event.preventDefault();
  event.stopImmediatePropagation();
}
