import { parentOf } from '../inspectors/dom-tree.ts';
import type { Box } from '../state/state.ts';
import { boxOf } from '../window/frame-box.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

// A shorter distance counts as a click.
const dragDistance = 6;

export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > dragDistance;
}

export function areaBetween(from: Point, to: Point): Box {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/** The smallest element around the area, looked for upwards from where the drag began. */
export function elementAround(area: Box, start: Element, top: Window): Element {
  let element = start;
  for (;;) {
    if (contains(boxOf(element, top), area)) return element;
    const parent = parentOf(element);
    if (parent === null) return element;
    element = parent;
  }
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}
