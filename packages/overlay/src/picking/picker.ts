/** Follows the pointer while a person picks a target by click, tap or drag. */
import { type Inspection, type Located, withoutElement } from '../inspectors/inspection.ts';
import type { Box, Hover, Picked } from '../state/state.ts';
import type { PageWindow } from '../window/frames.ts';

import { areaBetween, elementAround, isDrag, type Point } from './area.ts';
import { catchInPage, type CatchPointer, type PointerInput } from './catch-in-page.ts';
import { elementAt } from './element-at.ts';
import { startHovering } from './hovering.ts';
import { createKeyMoves } from './move-by-keys.ts';

export interface PickingOptions {
  readonly inspection: Inspection;
  /** Events on the overlay are ignored. */
  readonly overlay: Element;
  /** Catches the pointer in the page's own windows unless it is given. */
  readonly catchPointer?: CatchPointer | undefined;
  readonly held?: HeldPointer | undefined;
  readonly currentHover: () => Hover | null;
  readonly onHover: (hover: Hover | null) => void;
  readonly onLocated: (element: Element, located: Located) => void;
  readonly onPick: (picked: Picked, gather: boolean) => void;
  /** The target could not be described. */
  readonly onFailed: (error: unknown) => void;
}

/** Where the pointer was moved, or clicked, while the picker was loaded. */
export interface HeldPointer extends Point {
  readonly isReleased?: boolean;
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

/** Until it is stopped, the app gets no clicks, but can be scrolled. */
export function startPicking(options: PickingOptions): Picking {
  const { overlay, inspection } = options;
  const top = overlay.ownerDocument.defaultView as PageWindow;
  const hovering = startHovering({ ...options, pageWindow: top });
  let stopped = false;
  const isStopped = () => stopped;
  const { currentHover } = options;
  const keys = createKeyMoves({ top, inspection, hovering, currentHover, isStopped });

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
  const pickAt = async (element: Element, gather: boolean, area?: Box) => {
    const moved = keys.haveMoved() && area === undefined ? currentHover() : null;
    await pick(moved ?? (await hovering.hoverFor(element)), gather, area);
  };
  const onPointer = followPointer({
    top,
    onOver: (element, isMoved, area) => {
      // The page was scrolled by a key, and another element is under a pointer that rests.
      if (keys.haveMoved() && !isMoved) return;
      keys.forget();
      hovering.over(element, area);
    },
    onPick: (...args) => void pickAt(...args),
  });
  const stopListening = (options.catchPointer ?? catchInPage)(overlay, onPointer);
  const { held } = options;
  const rested = held && elementAt(top, held, { overlay });
  if (rested && held.isReleased === true) void pickAt(rested, false);
  else if (rested) hovering.over(rested);

  return {
    async pickCurrent(gather) {
      const hover = currentHover();
      if (hover !== null) await pick(hover, gather, hover.area);
    },
    walk: keys.walk,
    step: keys.step,
    toComponent: () => void keys.toComponent(),
    stop() {
      stopped = true;
      hovering.stop();
      stopListening();
    },
  };
}

interface Press extends Point {
  readonly element: Element;
  readonly pointerId: number;
  readonly gather: boolean;
  readonly touch: boolean;
  area?: Box;
}

export interface PointerOptions {
  readonly top: PageWindow;
  /** `isMoved` is false when the page was scrolled under a pointer that rests. */
  readonly onOver: (element: Element, isMoved: boolean, area?: Box) => void;
  readonly onPick: (element: Element, gather: boolean, area?: Box) => void;
}

/** Turns what the pointer does into hovers, clicks and dragged areas. */
export function followPointer({ top, onOver, onPick }: PointerOptions): (input: PointerInput) => void {
  let pointed: Element | null = null;
  let press: Press | null = null;
  let last: Point | null = null;

  const onMove = ({ pointerId, screen, at, element }: PointerInput) => {
    const isMoved = last?.x !== screen.x || last.y !== screen.y;
    last = screen;
    if (press?.pointerId !== pointerId || press.touch) {
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
  const onDown = ({ at, element, pointerId, gather, touch }: PointerInput) => {
    press = { ...at, element, pointerId, gather, touch };
  };
  const onUp = ({ pointerId }: PointerInput) => {
    if (press?.pointerId !== pointerId) return;
    const { element, area, gather } = press;
    press = null;
    onPick(area ? elementAround(area, element, top) : element, gather, area);
  };
  const onCancel = ({ pointerId }: PointerInput) => {
    // The browser scrolls with this finger.
    if (press?.pointerId === pointerId) press = null;
  };
  const handlers = { down: onDown, up: onUp, move: onMove, cancel: onCancel };
  return (input) => handlers[input.type](input);
}
