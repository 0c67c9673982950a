/** Whether a target can be used as a person would use it: there, visible, at rest, enabled, not covered. */
import { elementAt, isInside } from './composed.ts';
import { type Fault, inWords, type Located, type LocalTarget, locate } from './locate.ts';
import { isDisabled } from './semantics.ts';

/** `seen`: it only has to be drawn; `there`: not even that. */
export type Need = 'pointer' | 'keys' | 'seen' | 'there';

export type Aim =
  | {
      readonly state: 'ready';
      readonly on: string;
      readonly x: number;
      readonly y: number;
      readonly box: Box;
    }
  | { readonly state: 'fault'; readonly fault: Fault }
  /** Go on in this frame (`frameToEnter`) with this. */
  | { readonly state: 'enter'; readonly next: LocalTarget };

/** CSS pixels from the top left of this document's viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const lastBoxes = new WeakMap<Element, Box>();
let entered: Element | null = null;

export const frameToEnter = (): Element | null => entered;

/** Asked again and again by the driver, a frame apart: what stays where it was since the last time is at rest. */
export function aim(target: LocalTarget, need: Need, atRestAnyway: boolean): Aim {
  const located: Located = locate(target);
  if ('fault' in located) return { state: 'fault', fault: located.fault };
  if ('frame' in located) {
    entered = located.frame;
    return { state: 'enter', next: located.next };
  }
  const { element } = located;
  if (need === 'there') return ready(element, boxOf(element), center(boxOf(element)));
  const fault = notUsable(element, need);
  if (fault !== null) return { state: 'fault', fault };
  bringIntoView(element);
  const box = boxOf(element);
  const before = lastBoxes.get(element);
  lastBoxes.set(element, box);
  if (!atRestAnyway && (before === undefined || !isSame(before, box)))
    return passing('target/moving', element, 'is moving');
  if (need !== 'pointer') return ready(element, box, center(box));
  return hit(element, box);
}

function notUsable(element: Element, need: Need): Fault | null {
  const { width, height } = element.getBoundingClientRect();
  const drawn = element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  if (!drawn)
    return faultOf(
      'target/hidden',
      element,
      'is not visible',
      'Open what it is in, or scroll; a snapshot shows what can be seen.',
    );
  if (need !== 'seen' && isDisabled(element))
    return faultOf(
      'target/disabled',
      element,
      'is disabled',
      'Do first what enables it, for example fill in a required field.',
    );
  return null;
}

function bringIntoView(element: Element): void {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  if (!inside) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  // The frame itself may be out of sight; where it is not, this moves nothing.
  else if (window.parent !== window)
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

function hit(element: Element, box: Box): Aim {
  let cover: Element | null = null;
  for (const [dx, dy] of spots) {
    const point = { x: box.x + box.width * dx, y: box.y + box.height * dy };
    if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
    const there = elementAt(point.x, point.y);
    if (
      there !== null &&
      (isInside(there, element) || isInside(element, there) || isItsLabel(there, element))
    )
      return ready(element, box, point);
    cover ??= there;
  }
  const by = cover === null ? 'is outside of what can be reached' : `is covered by ${inWords(cover)}`;
  return passing('target/covered', element, by, 'Close or move what covers it, or scroll the page.');
}

/** The middle first; a wide link that wraps has nothing there. */
const spots = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.9],
] as const;

// Clicking on the label of a hidden checkbox is how a person uses it.
function isItsLabel(there: Element, element: Element): boolean {
  const label = there.closest('label');
  return label?.control === element;
}

function ready(element: Element, box: Box, { x, y }: { x: number; y: number }): Aim {
  return { state: 'ready', on: inWords(element), x, y, box };
}

function passing(
  code: Fault['code'],
  element: Element,
  what: string,
  hint = 'Try again when the page is quiet.',
): Aim {
  return { state: 'fault', fault: faultOf(code, element, what, hint) };
}

function faultOf(code: Fault['code'], element: Element, what: string, hint: string): Fault {
  return { code, message: `The ${inWords(element)} ${what}.`, hint, passing: true };
}

function boxOf(element: Element): Box {
  // An inline element that wraps has several boxes: the first one is surely it.
  const [first] = element.getClientRects();
  const whole = element.getBoundingClientRect();
  const rect = getComputedStyle(element).display === 'inline' && first !== undefined ? first : whole;
  return { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
}

function center({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** What is drawn at a point, for a check from outside of a frame. */
export function frameAt(x: number, y: number): { isFrame: boolean; on: string } {
  const there = elementAt(x, y);
  return {
    isFrame: there?.localName === 'iframe' || there?.localName === 'frame',
    on: there === null ? 'nothing' : inWords(there),
  };
}
