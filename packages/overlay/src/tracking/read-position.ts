import type { BadgePosition, Box } from '../state/state.ts';
import { boxOf } from '../window/frame-box.ts';

import { coverOf } from './cover-of.ts';
import type { WordsEnds } from './words-end.ts';

/** The position of an element's badge; `null` while the element is hidden. `visible` is what the browser reported last. */
export function readPosition(
  id: string,
  element: Element,
  visible: boolean | undefined,
  { pageWindow, wordsEnds }: { pageWindow: Window; wordsEnds: WordsEnds },
): BadgePosition | null {
  // A host without a box (`display: contents`) has its badge at a child.
  const seen = firstWithBox(element, pageWindow);
  if (seen?.checkVisibility({ visibilityProperty: true }) !== true) return null;
  const box = boxOf(seen, pageWindow);
  const end = wordsEnds.offsetIn(seen, box);
  const right = box.x + box.width;
  const aside = end === null && seen.matches(controls) ? besideControl : 0;
  const y = end === null ? box.y - aside : box.y + end.top;
  const offscreen = !(visible ?? isInView(box, pageWindow));
  const cover = offscreen ? null : coverOf(seen, box, pageWindow);
  return {
    id,
    x: end === null ? right + aside : right + end.right + besideWords,
    y: typeof cover === 'number' ? Math.max(y, cover + belowCover) : y,
    offscreen,
    ...(cover === 'whole' && { covered: true }),
    box,
  };
}

/** Half a badge: nothing of it is on the header. */
const belowCover = 12;

/** Half a badge and its ring: the last letter is not covered. */
const besideWords = 12;

/** What people click: its badge is drawn beside the corner, so that a click on the control is one on the control. */
const controls =
  'a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=switch],[role=tab]';

/** Of a badge at this distance only the edge is above the corner. */
const besideControl = 6;

function isInView({ x, y, width, height }: Box, { innerWidth, innerHeight }: Window): boolean {
  return x + width > 0 && x < innerWidth && y + height > 0 && y < innerHeight;
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
