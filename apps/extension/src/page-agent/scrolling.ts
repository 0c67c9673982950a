/** Scrolls the page, and what scrolls in it, so that an element can be seen. */
import { hasNoBox, renderedParent, styleOf } from '@annotate-mcp/page-facts/elements';

import { firstBox, isInViewport, type Point } from './boxes.ts';
import { describeElement, type LocalTarget, locate } from './locate.ts';

/**
 * `middle`: the element is scrolled to the middle, also if it is in the viewport: it may be below a header that stays, or
 * cut off by a list that scrolls. `nearest`: no further than it must be. `viewport`: only if it is not in the viewport.
 */
export type Scrolling = 'middle' | 'nearest' | 'viewport';

/** `at` is the point that is needed, from the top left of the element. */
export function bringIntoView(element: Element, at: Point | null, scrolling: Scrolling): void {
  if (hasNoBox(element)) {
    const content = firstBox(element);
    if (content !== null) bringIntoView(content, null, scrolling);
    return;
  }
  const inside = isInside(element, at);
  const carousels = carouselsAround(element);
  if (!inside || scrolling === 'middle')
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  // Also scrolls the frame itself into view, if it is not.
  else if (scrolling === 'nearest' || window.parent !== window)
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  for (const { box, left, top } of carousels) box.scrollTo({ left, top, behavior: 'instant' });
  if (at === null || inside) return;
  // The element is larger than the viewport, and its middle is not what is needed.
  const { x, y } = element.getBoundingClientRect();
  if (!isInViewport({ x: x + at.x, y: y + at.y }))
    scrollBy({ left: x + at.x - innerWidth / 2, top: y + at.y - innerHeight / 2, behavior: 'instant' });
}

function isInside(element: Element, at: Point | null): boolean {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  if (at !== null) return isInViewport({ x: left + at.x, y: top + at.y });
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}

interface Carousel {
  readonly box: Element;
  readonly left: number;
  readonly top: number;
}

/**
 * Boxes around an element that show a part of what is in them, and move it themselves by a transform. A person cannot
 * scroll them, and once they are scrolled, they show their parts at wrong places.
 */
function carouselsAround(element: Element): Carousel[] {
  const found: Carousel[] = [];
  for (let at: Element | null = element; at !== null; at = renderedParent(at)) {
    const box = renderedParent(at);
    if (box === null || box === document.body || styleOf(at).transform === 'none') continue;
    if (/hidden|clip/.test(styleOf(box).overflow))
      found.push({ box, left: box.scrollLeft, top: box.scrollTop });
  }
  return found;
}

interface ScrollResult {
  readonly on: string | null;
  readonly moved: number;
  readonly leftBelow: number;
  readonly leftAbove: number;
}

/** Without pixels the target is brought into view; without a target the page is scrolled. `null` when it is gone. */
export function scroll(target: LocalTarget | null, pixels: number | null): ScrollResult | null {
  const located = target === null ? null : locate(target);
  if (located !== null && !('element' in located)) return null;
  const element = located?.element ?? null;
  const scroller = scrollerFor(element);
  const before = scroller.scrollTop;
  if (pixels === null) element?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  else scroller.scrollBy({ top: pixels, behavior: 'instant' });
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  return {
    on: element === null ? null : describeElement(element),
    moved: Math.round(scrollTop - before),
    leftAbove: Math.round(scrollTop),
    leftBelow: Math.max(0, Math.round(scrollHeight - clientHeight - scrollTop)),
  };
}

function scrollerFor(element: Element | null): Element {
  const page = document.scrollingElement ?? document.documentElement;
  for (let at = element; at !== null && at !== page && at !== document.body; at = renderedParent(at)) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  if (element !== null || page.scrollHeight > page.clientHeight) return page;
  return largestScroller() ?? page;
}

// A page that is as high as its window has its scrollable element inside.
function largestScroller(): Element | null {
  let largest: Element | null = null;
  let most = 0;
  for (const element of document.querySelectorAll('*')) {
    if (element.scrollHeight <= element.clientHeight || element.clientHeight * element.clientWidth <= most)
      continue;
    if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    most = element.clientHeight * element.clientWidth;
    largest = element;
  }
  return largest;
}
