/** Scrolls the page, and what scrolls in it, so that an element can be seen. */
import { firstBox, isInViewport, type Point } from './boxes.ts';
import { hasNoBox, renderedParent } from './composed.ts';
import { styleOf } from './styles.ts';

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
