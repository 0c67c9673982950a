import { renderedParent } from './composed.ts';
import { describeElement, type LocalTarget, locate } from './locate.ts';

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
