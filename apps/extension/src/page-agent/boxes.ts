import {
  hasNoBox,
  isText,
  renderedChildren,
  renderedParent,
  styleOf,
} from '@annotate-mcp/page-facts/elements';
/** Where elements are on the screen. */

/** CSS pixels from the top left of this document's viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function boxOf(element: Element): Box {
  const content = hasNoBox(element) ? firstBox(element) : null;
  if (content !== null) return boxOf(content);
  const whole = element.getBoundingClientRect();
  // An inline element that wraps has several boxes; the bounding box may contain other elements. Around a block, those
  // before and after it are empty.
  const [first] = isInlineBox(element) ? [...element.getClientRects()].filter(hasArea) : [];
  const own = first ?? whole;
  const { x, y, width, height } = hasArea(own) ? own : (boxOfContent(element) ?? own);
  return { x, y, width, height };
}

/** What floats in an element gives it no height. */
function boxOfContent(element: Element): Box | null {
  for (const child of renderedChildren(element)) {
    const box = isText(child) || !child.checkVisibility() ? null : child.getBoundingClientRect();
    if (box !== null && hasArea(box)) return box;
  }
  return null;
}

function isInlineBox(element: Element): boolean {
  return getComputedStyle(element).display === 'inline';
}

function hasArea({ width, height }: Box): boolean {
  return width > 0 && height > 0;
}

/** Of an element without a box, the first element in it that has one. */
export function firstBox(element: Element): Element | null {
  for (const child of renderedChildren(element)) {
    if (isText(child)) continue;
    const found = hasNoBox(child) ? firstBox(child) : child;
    if (found?.checkVisibility() === true) return found;
  }
  return null;
}

export function centerOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Points to try, as shares of the box. The center comes first, but a link that wraps may have nothing there. */
const shares = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.9],
] as const;

/** Where a press may reach an element. */
export function pointsOn(element: Element, box: Box): Point[] {
  const points = shares.map(([dx, dy]) => ({ x: box.x + box.width * dx, y: box.y + box.height * dy }));
  const onLine = element instanceof SVGGeometryElement ? pointOnLine(element) : null;
  return onLine === null ? points : [...points, onLine];
}

/** A line or a ring has nothing in the middle of its box. */
function pointOnLine(shape: SVGGeometryElement): Point | null {
  const toScreen = shape.getScreenCTM();
  if (toScreen === null) return null;
  return shape.getPointAtLength(shape.getTotalLength() / 2).matrixTransform(toScreen);
}

export function isInViewport({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

/** The box around an element that shows nothing of it, such as a carousel with another part in view. */
export function boxCuttingOff(element: Element): Element | null {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  for (let at = renderedParent(element); at !== null; at = renderedParent(at)) {
    const { overflow, display } = styleOf(at);
    if (at === document.body || overflow === 'visible' || /inline|contents/.test(display)) continue;
    const box = at.getBoundingClientRect();
    if (right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom) return at;
  }
  return null;
}
