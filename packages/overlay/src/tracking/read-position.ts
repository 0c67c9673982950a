import type { BadgePosition } from '../state/badge-position.ts';
import type { Box } from '../state/state.ts';
import { boxOf } from '../window/frames.ts';

/** The position of an element's badge; `null` while the element is hidden. `visible` is what the browser reported last. */
export function readPosition(
  id: string,
  element: Element,
  visible: boolean | undefined,
  pageWindow: Window,
): BadgePosition | null {
  const box = visibleBox(element, pageWindow);
  return box === null ? null : positionOf(id, box, visible, pageWindow);
}

function positionOf(id: string, box: Box, visible: boolean | undefined, pageWindow: Window): BadgePosition {
  const x = box.x + box.width;
  const inView =
    x > 0 && box.x < pageWindow.innerWidth && box.y + box.height > 0 && box.y < pageWindow.innerHeight;
  const { width, height } = box;
  return { id, x, y: box.y, offscreen: !(visible ?? inView), size: { width, height } };
}

/** `null` while the element is hidden. A host without a box (`display: contents`) uses the box of a child. */
function visibleBox(element: Element, pageWindow: Window): Box | null {
  const seen = firstWithBox(element, pageWindow);
  return seen?.checkVisibility({ visibilityProperty: true }) === true ? boxOf(seen, pageWindow) : null;
}

/** The element or its first descendant with a size: the host of an open dialog has none. */
export function firstWithBox(element: Element, pageWindow: Window): Element | null {
  const queue: Element[] = [element];
  let flat: Element | null = null;
  for (let looked = 0; looked < maxVisited; looked += 1) {
    const at = queue.shift();
    if (at === undefined) break;
    const { width, height } = boxOf(at, pageWindow);
    if (width > 0 && height > 0) return at;
    if (width > 0 || height > 0) flat ??= at;
    queue.push(...(at.shadowRoot ?? at).children);
  }
  return flat;
}

const maxVisited = 50;
