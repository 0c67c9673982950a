/** Follows the pointer while a person picks a target by click, tap or drag. */
import { parentOf } from '../inspectors/dom-tree.ts';
import type { Inspection, Located } from '../inspectors/inspection.ts';
import type { Box, Hover, Picked } from '../state/state.ts';
import type { PageWindow } from '../window/frames.ts';

import { catchInPage } from './catch-in-page.ts';
import { nextComponent } from './component-hover.ts';
import { followPointer } from './follow-pointer.ts';
import { startHovering } from './hovering.ts';
import { neighbourOf, firstInside, firstTarget } from './neighbours.ts';
import type { CatchPointer } from './pointer-input.ts';
import { withoutElement } from './without-element.ts';

export interface PickingOptions {
  readonly inspection: Inspection;
  /** Events on the overlay are ignored. */
  readonly overlay: Element;
  /** Catches the pointer in the page's own windows unless it is given. */
  readonly catchPointer?: CatchPointer | undefined;
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
    onOver: (element, isMoved, area) => {
      // The page was scrolled by a key, and another element is under a pointer that rests.
      if (isMovedByKeys && !isMoved) return;
      isMovedByKeys = false;
      hovering.over(element, area);
    },
    onPick: (...args) => void pickAt(...args),
  });
  const stopListening = (options.catchPointer ?? catchInPage)(overlay, onPointer);

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

/** Whether the element is on the screen and larger than that: there is nothing to scroll to. */
function fillsView(element: Element, { innerWidth, innerHeight }: Window): boolean {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return isInView && (width > innerWidth || height > innerHeight);
}

function connected(element: Element | undefined): Element | null {
  return element?.isConnected === true ? element : null;
}
