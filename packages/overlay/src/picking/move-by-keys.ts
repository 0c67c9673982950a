/** Moves the hover by keys: to parents, children, neighbours and components. */
import { isOverlay, parentOf } from '../inspectors/dom-tree.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import type { Hover } from '../state/state.ts';

import { nextComponent } from './component-hover.ts';
import type { Hovering } from './hovering.ts';

interface KeyMovesDeps {
  readonly top: Window;
  readonly inspection: Inspection;
  readonly hovering: Hovering;
  readonly currentHover: () => Hover | null;
  readonly isStopped: () => boolean;
}

interface KeyMoves {
  readonly walk: (by: -1 | 1) => void;
  readonly step: (by: -1 | 1) => void;
  readonly toComponent: () => Promise<void>;
  /** The keys have moved away from the element under the pointer; a click then picks what they moved to. */
  readonly haveMoved: () => boolean;
  /** The pointer has moved, so that the element under it counts again. */
  readonly forget: () => void;
}

export function createKeyMoves(deps: KeyMovesDeps): KeyMoves {
  const { top, inspection, hovering, currentHover } = deps;
  // Where the arrow key down leads back to.
  const childOf = new WeakMap<Element, Element>();
  let hasMoved = false;

  const moveTo = (element: Element | null) => {
    if (element === null) return;
    hasMoved = true;
    if (!fillsView(element, top)) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    hovering.over(element);
  };
  const moveToParent = (element: Element) => {
    const parent = parentOf(element);
    if (parent !== null) childOf.set(parent, element);
    moveTo(parent);
  };
  return {
    walk(by) {
      const hover = currentHover();
      if (hover === null) moveTo(firstTarget(top));
      else if (by === 1) moveToParent(hover.element);
      else moveTo(connected(childOf.get(hover.element)) ?? firstInside(hover.element));
    },
    step(by) {
      const hover = currentHover();
      moveTo(hover === null ? firstTarget(top) : neighbourOf(hover.element, by));
    },
    async toComponent() {
      const hover = currentHover();
      if (hover === null) return;
      const located = hover.located ?? (await inspection.locate(hover.element));
      if (deps.isStopped() || currentHover()?.element !== hover.element) return;
      const index = nextComponent({ ...hover, located });
      if (index === null) return;
      hasMoved = true;
      hovering.overComponent(index);
    },
    haveMoved: () => hasMoved,
    forget() {
      hasMoved = false;
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

/** The focused element, else the one in the middle of the viewport. */
function firstTarget(pageWindow: Window): Element {
  const { document } = pageWindow;
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !isOverlay(activeElement)) return activeElement;
  const middle = document.elementsFromPoint(pageWindow.innerWidth / 2, pageWindow.innerHeight / 2);
  return middle.find((element) => !isOverlay(element)) ?? body;
}

function firstInside(element: Element): Element | null {
  return childrenOf(element).find(isVisible) ?? null;
}

/** The next or the previous visible one on the same level, and where there is none, on the level around it. */
function neighbourOf(element: Element, by: -1 | 1): Element | null {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const parent = parentOf(at);
    const siblings: Element[] = parent === null ? [] : childrenOf(parent);
    const from = siblings.indexOf(at);
    const onwards = by === 1 ? siblings.slice(from + 1) : siblings.slice(0, Math.max(from, 0)).reverse();
    const found = onwards.find(isVisible);
    if (found !== undefined) return found;
  }
  return null;
}

function childrenOf(element: Element): Element[] {
  return [...(element.shadowRoot ?? element).children];
}

function isVisible(element: Element): boolean {
  if (isOverlay(element) || element.localName === 'head') return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
