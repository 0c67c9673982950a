/** Checks whether a person could use a target: it exists, is visible, does not move, is enabled and not covered. */
import {
  elementAt,
  hasNoBox,
  isDrawn,
  isInside,
  isText,
  renderedChildren,
  renderedParent,
} from './composed.ts';
import { type Fault, describeElement, type Located, type LocalTarget, locate } from './locate.ts';
import { isDisabled } from './semantics.ts';
import { makeWay } from './tab-mark.ts';

/** What a command needs of its target. `clickable` includes `enabled`, `enabled` includes `visible`. */
export type Requirement = 'clickable' | 'enabled' | 'visible' | 'present';

export type TargetCheck =
  | {
      readonly state: 'ready';
      readonly on: string;
      readonly x: number;
      readonly y: number;
      readonly box: Box;
    }
  | { readonly state: 'fault'; readonly fault: Fault }
  /** The target is in the frame that `frameToEnter` returns; continue there with `next`. */
  | { readonly state: 'enter'; readonly next: LocalTarget };

/** CSS pixels from the top left of this document's viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Seen {
  readonly box: Box;
  /** The time of the document's animations, which all calls within one frame share. */
  readonly time: number;
}

const lastSeen = new WeakMap<Element, Seen>();
let foundFrame: Element | null = null;

export const frameToEnter = (): Element | null => foundFrame;

/**
 * The driver calls it repeatedly, because only a second look tells whether the element moves. `at` is the point to use,
 * from the top left of the element; otherwise it is chosen.
 */
export function checkTarget(
  target: LocalTarget,
  needs: Requirement,
  mayMove: boolean,
  at: Point | null = null,
): TargetCheck {
  const located: Located = locate(target);
  if ('fault' in located) return { state: 'fault', fault: located.fault };
  if ('frame' in located) {
    foundFrame = located.frame;
    return { state: 'enter', next: located.next };
  }
  const { element } = located;
  if (needs === 'present') return ready(element, boxOf(element), center(boxOf(element)));
  const fault = usabilityFault(element, needs);
  if (fault !== null) return { state: 'fault', fault };
  const outside = at === null ? null : pointFault(element, at);
  if (outside !== null) return { state: 'fault', fault: outside };
  bringIntoView(element, at);
  const box = boxOf(element);
  const isStill = rests(element, box);
  if (!mayMove && !isStill) return faultCheck('target/moving', element, 'is moving');
  if (needs !== 'clickable') return ready(element, box, center(box));
  return checkNotCovered(element, box, at);
}

/** The box is the same as in the last call, and an animation has had the time to change it. */
function rests(element: Element, box: Box): boolean {
  const time = Number(document.timeline.currentTime);
  const before = lastSeen.get(element);
  lastSeen.set(element, { box, time });
  if (before === undefined || !isSame(before.box, box)) return false;
  return before.time !== time || !isAnimated(element);
}

function isAnimated(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = renderedParent(at)) {
    if (at.getAnimations().some(({ playState }) => playState === 'running')) return true;
  }
  return false;
}

function usabilityFault(element: Element, needs: Requirement): Fault | null {
  const { width, height } = boxOf(element);
  const isVisible = isDrawn(element) && getComputedStyle(element).visibility === 'visible';
  const isRendered = isVisible && width > 0 && height > 0;
  if (!isRendered)
    return faultOf(
      'target/hidden',
      element,
      'is not visible',
      'Open what contains it, or scroll; a snapshot shows what is visible.',
    );
  if (needs !== 'visible' && isDisabled(element))
    return faultOf(
      'target/disabled',
      element,
      'is disabled',
      'First do what enables it, for example fill in a required field.',
    );
  return null;
}

function pointFault(element: Element, { x, y }: Point): Fault | null {
  const { width, height } = boxOf(element);
  if (x >= 0 && y >= 0 && x <= width && y <= height) return null;
  const what = `has no point ${x}, ${y}: it is ${Math.round(width)} × ${Math.round(height)} pixels`;
  return { ...faultOf('target/none', element, what, 'Count from its top left corner.'), temporary: false };
}

function bringIntoView(element: Element, at: Point | null): void {
  if (hasNoBox(element)) {
    const content = firstBox(element);
    if (content !== null) bringIntoView(content, null);
    return;
  }
  const { top, left, bottom, right } = element.getBoundingClientRect();
  const inside =
    at === null
      ? top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      : isInViewport({ x: left + at.x, y: top + at.y });
  if (!inside) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  // Scrolls the frame itself into view, if it is not.
  else if (window.parent !== window)
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (at === null || inside) return;
  // The element is larger than the viewport, and its middle is not what is needed.
  const { x, y } = element.getBoundingClientRect();
  if (!isInViewport({ x: x + at.x, y: y + at.y }))
    scrollBy({ left: x + at.x - innerWidth / 2, top: y + at.y - innerHeight / 2, behavior: 'instant' });
}

function isInViewport({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

function checkNotCovered(element: Element, box: Box, at: Point | null): TargetCheck {
  let cover: Element | null = null;
  const points =
    at === null
      ? candidatePoints.map(([dx, dy]) => ({ x: box.x + box.width * dx, y: box.y + box.height * dy }))
      : [{ x: box.x + at.x, y: box.y + at.y }];
  for (const point of points) {
    if (!isInViewport(point)) continue;
    makeWay(point.x, point.y);
    const there = elementAt(point.x, point.y);
    if (there !== null && isPressedWith(there, element)) return ready(element, box, point);
    cover ??= there;
  }
  const by = cover === null ? 'is outside of the viewport' : `is covered by ${describeElement(cover)}`;
  return faultCheck('target/covered', element, by, 'Close or move what covers it, or scroll the page.');
}

/** Points to try, as shares of the box. The center comes first, but a link that wraps may have nothing there. */
const candidatePoints = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.9],
] as const;

/** Whether a press on what is there is a press on the element. */
function isPressedWith(there: Element, element: Element): boolean {
  if (isInside(there, element) || isInside(element, there) || isLabelOf(there, element)) return true;
  return standsFor(there, element);
}

/** How much larger than an invisible field the box may be that a person takes for it. */
const standInMarginPx = 60;

/** A custom select has an invisible field, and what a person sees and presses is drawn over it. */
function standsFor(there: Element, element: Element): boolean {
  if (element.checkVisibility({ opacityProperty: true })) return false;
  const field = element.getBoundingClientRect();
  for (let at = renderedParent(element); at !== null; at = renderedParent(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (width > field.width + standInMarginPx || height > field.height + standInMarginPx) return false;
    if (isInside(there, at)) return true;
  }
  return false;
}

// A person uses a hidden checkbox by clicking on its label.
function isLabelOf(there: Element, element: Element): boolean {
  const label = there.closest('label');
  return label?.control === element;
}

function ready(element: Element, box: Box, { x, y }: Point): TargetCheck {
  return { state: 'ready', on: describeElement(element), x, y, box };
}

function faultCheck(
  code: Fault['code'],
  element: Element,
  what: string,
  hint = 'Try again when the page no longer moves.',
): TargetCheck {
  return { state: 'fault', fault: faultOf(code, element, what, hint) };
}

function faultOf(code: Fault['code'], element: Element, what: string, hint: string): Fault {
  return { code, message: `The ${describeElement(element)} ${what}.`, hint, temporary: true };
}

function boxOf(element: Element): Box {
  const content = hasNoBox(element) ? firstBox(element) : null;
  if (content !== null) return boxOf(content);
  // An inline element that wraps has several boxes; the bounding box may contain other elements.
  const [first] = element.getClientRects();
  const whole = element.getBoundingClientRect();
  const rect = getComputedStyle(element).display === 'inline' && first !== undefined ? first : whole;
  return { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
}

/** Of an element without a box, the first element in it that has one. */
function firstBox(element: Element): Element | null {
  for (const child of renderedChildren(element)) {
    if (isText(child)) continue;
    const found = hasNoBox(child) ? firstBox(child) : child;
    if (found?.checkVisibility() === true) return found;
  }
  return null;
}

function center({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Describes the element at a point; the driver uses it to check whether a frame is covered. */
export function describePoint(x: number, y: number): { isFrame: boolean; on: string } {
  makeWay(x, y);
  const there = elementAt(x, y);
  return {
    isFrame: there?.localName === 'iframe' || there?.localName === 'frame',
    on: there === null ? 'nothing' : describeElement(there),
  };
}
