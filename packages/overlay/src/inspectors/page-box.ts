import type { BoundingBox } from '@annotate-mcp/core';

import { frameOf } from './dom-tree.ts';

/** From the top left of the page, through the frames that the element is in. */
export function pageBox(element: Element): BoundingBox {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x: x + scrollX, y: y + scrollY, width, height };
  for (let frame = frameOf(element); frame !== null; frame = frameOf(frame)) {
    const outer = frame.getBoundingClientRect();
    box.x += outer.x + frame.clientLeft;
    box.y += outer.y + frame.clientTop;
  }
  return box;
}
