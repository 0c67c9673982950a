/** Checks whether a person could use a target: it exists, is visible, does not move, is enabled and not covered. */
import {
  elementAt,
  isDisabled,
  isDrawn,
  isInside,
  labelsOf,
  renderedParent,
  roleOf,
  styleOf,
} from '@annotate-mcp/page-facts/elements';

import { type Box, boxCuttingOff, boxOf, centerOf, isInViewport, type Point, pointsOn } from './boxes.ts';
import { isShownByLabel } from './labels.ts';
import {
  describeElement,
  type Fault,
  type LocalTarget,
  locate,
  type Located,
  mayContainPage,
} from './locate.ts';
import { bringIntoView, type Scrolling } from './scrolling.ts';
import { isSeen, seenAround } from './seen.ts';
import { isFieldRole, isInteractive } from './semantics.ts';
import { isConcealed, isCutAway, isTiny } from './styles.ts';
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

interface Seen {
  readonly center: Point;
  /** The time of the document's animations, which all calls within one frame share. */
  readonly time: number;
}

const lastSeen = new WeakMap<Element, Seen>();
/** They were in the viewport, and could not be pressed there. */
const notReached = new WeakSet<Element>();
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
  if (needs === 'present') return ready(element, boxOf(element), centerOf(boxOf(element)));
  const shown = standInOf(element);
  const fault = usabilityFault(element, shown, needs);
  if (fault !== null) return { state: 'fault', fault };
  const outside = at === null ? null : pointFault(element, shown, at);
  if (outside !== null) return { state: 'fault', fault: outside };
  bringIntoView(shown, at, scrollingFor(element, needs));
  const box = boxOf(shown);
  const isStill = rests(shown, box);
  if (!mayMove && !isStill) return faultCheck('target/moving', element, 'is moving');
  if (needs !== 'clickable') return ready(element, box, centerOf(box));
  return checkReached(element, shown, box, at);
}

function scrollingFor(element: Element, needs: Requirement): Scrolling {
  if (needs !== 'clickable') return 'nearest';
  return notReached.has(element) ? 'middle' : 'viewport';
}

/** The element is where it was in the last call, and an animation has had the time to move it. It may grow or shrink. */
function rests(element: Element, box: Box): boolean {
  const time = Number(document.timeline.currentTime);
  const center = centerOf(box);
  const before = lastSeen.get(element);
  lastSeen.set(element, { center, time });
  if (before === undefined || distance(before.center, center) > 0.5) return false;
  return before.time !== time || !isAnimated(element);
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function isAnimated(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = renderedParent(at)) {
    if (at.getAnimations().some(({ playState }) => playState === 'running')) return true;
  }
  return false;
}

function usabilityFault(element: Element, shown: Element, needs: Requirement): Fault | null {
  const { width, height } = boxOf(shown);
  const isVisible = isDrawn(shown) && getComputedStyle(shown).visibility === 'visible';
  const isRendered = isVisible && width > 0 && height > 0;
  if (!isRendered)
    return faultOf(
      'target/hidden',
      element,
      'is not visible',
      'Open what contains it, or scroll; a snapshot shows what is visible.',
    );
  if (needs !== 'visible' && isDisabled(element))
    return faultOf('target/disabled', element, 'is disabled', enableHint);
  return null;
}

const enableHint = 'First do what enables it, for example fill in a required field.';

function pointFault(element: Element, shown: Element, { x, y }: Point): Fault | null {
  const { width, height } = boxOf(shown);
  if (x >= 0 && y >= 0 && x <= width && y <= height) return null;
  const what = `has no point ${x}, ${y}: it is ${Math.round(width)} × ${Math.round(height)} pixels`;
  return { ...faultOf('target/none', element, what, 'Count from its top left corner.'), temporary: false };
}

/** `shown` is what is pressed for the element. */
function checkReached(element: Element, shown: Element, box: Box, at: Point | null): TargetCheck {
  let cover: Element | null = null;
  const points = at === null ? pointsOn(shown, box) : [{ x: box.x + at.x, y: box.y + at.y }];
  for (const point of points.filter(isInViewport)) {
    makeWay(point.x, point.y);
    const there = elementAt(point.x, point.y);
    if (there !== null && (reaches(there, element) || isInside(there, shown))) {
      notReached.delete(element);
      return ready(element, box, point);
    }
    cover ??= there;
  }
  notReached.add(element);
  return coverCheck(element, cover);
}

function coverCheck(element: Element, cover: Element | null): TargetCheck {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (modal !== undefined && !isInside(element, modal)) {
    const what = `is behind the open ${describeElement(modal)}`;
    return faultCheck('target/covered', element, what, 'Close the dialog, or use what is in it.');
  }
  if (isPassedThrough(element))
    return faultCheck('target/disabled', element, 'takes no presses (pointer-events: none)', enableHint);
  const cutting = boxCuttingOff(element) ?? (cover !== null && isInside(element, cover) ? cover : null);
  if (cutting !== null) {
    const what = `is cut off by the ${describeElement(cutting)} that contains it`;
    return faultCheck('target/hidden', element, what, 'Open or scroll what contains it.');
  }
  if (cover === null) return faultCheck('target/covered', element, 'is outside of the viewport', uncoverHint);
  return faultCheck('target/covered', element, `is covered by ${describeElement(cover)}`, uncoverHint);
}

const uncoverHint = 'Close or move what covers it, or scroll the page.';

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

/** Whether a press at a point reaches an element: what is there is part of it, or a person takes it for the element. */
function reaches(there: Element, element: Element): boolean {
  if (isInside(there, controlAround(element) ?? element) || isLabelOf(there, element)) return true;
  return isThroughPart(there, element) || standsFor(there, element);
}

/** The button of an icon or a text, which is pressed with it. A control is its own. */
function controlAround(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = renderedParent(at))
    if (isInteractive(at, roleOf(at))) return at;
  return null;
}

/** Presses go through the element to what contains it, as it is usual for icons, and for the button of a component. */
function isThroughPart(there: Element, element: Element): boolean {
  if (!isPassedThrough(element)) return false;
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && root.host === there) return true;
  if (controlAround(element) === element) return false;
  return there !== document.body && there !== document.documentElement && isInside(element, there);
}

function isPassedThrough(element: Element): boolean {
  return styleOf(element).pointerEvents === 'none';
}

// A person uses a hidden checkbox by clicking on its label.
function isLabelOf(there: Element, element: Element): boolean {
  const label = there.closest('label');
  return label?.control === element;
}

/** How much larger than a field the box may be that a person takes for it. */
const standInMarginPx = 60;

/**
 * A custom select has a field, often an invisible one, and what a person sees and presses is drawn over it: the value or
 * the placeholder. Both are in a box that is hardly larger than the field.
 */
function standsFor(there: Element, element: Element): boolean {
  const isShown = element.checkVisibility({ opacityProperty: true });
  if (isShown && !isFieldRole(roleOf(element))) return false;
  // What covers a visible field may be another control, such as the cross that empties it.
  if (isShown && controlAround(there) !== controlAround(renderedParent(element) ?? element)) return false;
  const field = element.getBoundingClientRect();
  // The field of a select is often only as wide as what was typed into it.
  const widest = roleOf(element) === 'combobox' ? Infinity : field.width + standInMarginPx;
  for (let at = renderedParent(element); at !== null; at = renderedParent(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (width > widest || height > field.height + standInMarginPx) return false;
    if (isInside(there, at)) return true;
  }
  return false;
}

/**
 * What a person sees and presses instead of an element that is drawn too small, or not at all: the element itself, unless
 * something else is pressed for it.
 */
function standInOf(element: Element): Element {
  if (isShownByLabel(element)) return labelsOf(element).find(isSeen) ?? element;
  if (!isDrawn(element)) return element;
  const role = roleOf(element);
  const isOnlyForKeys =
    (isTiny(element) && isFieldRole(role)) || (role === 'slider' && isInConcealedBox(element));
  return isOnlyForKeys ? (seenAround(element) ?? element) : element;
}

/** The thumb of a slider often contains a native one for assistive technology. */
function isInConcealedBox(element: Element): boolean {
  const parent = renderedParent(element);
  return parent !== null && isCutAway(parent) && isConcealed(parent);
}

/** Describes the element at a point; the driver uses it to check whether a frame is covered. */
export function describePoint(x: number, y: number): { isFrame: boolean; on: string } {
  makeWay(x, y);
  const there = elementAt(x, y);
  return {
    isFrame: there !== null && mayContainPage(there),
    on: there === null ? 'nothing' : describeElement(there),
  };
}

/** The element at a point whose page gets a press there; `null` if there is none. */
export function frameAt(x: number, y: number): Element | null {
  makeWay(x, y);
  const there = elementAt(x, y);
  return there !== null && mayContainPage(there) ? there : null;
}
