/** Scrolls to a part of the text and keeps it visible while the blocks around it get their real heights. */

/** The element that scrolls the document; `null` for the page itself. */
export function scrollerOf(host: Element): Element | null {
  for (let element: Element | null = host; element !== null; element = element.parentElement) {
    if (element === document.body || element === document.documentElement) return null;
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return null;
}

interface Seen {
  readonly top: number;
  readonly bottom: number;
}

/** The part of the window in which the document is seen. */
export function seenIn(scroller: Element | null): Seen {
  return scroller === null ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
}

const frames = 12;

export interface Scrolling {
  /** `where` is called again for each frame. Nothing is scrolled when the part is visible, unless `always`. */
  readonly bring: (where: () => Seen, always: boolean) => void;
  /** Scrolls by the returned distance until it is stable; it is called again for each frame. */
  readonly keep: (distance: () => number) => void;
  readonly stop: () => void;
}

export function createScrolling(scroller: Element | null): Scrolling {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const type of own) window.removeEventListener(type, stop, true);
  };
  const target = () => scroller ?? document.scrollingElement ?? document.documentElement;
  const keep = (distanceNow: () => number) => {
    stop();
    // When the person scrolls meanwhile, that takes precedence.
    for (const type of own) window.addEventListener(type, stop, { capture: true, passive: true });
    const step = (left: number) => {
      target().scrollTop += distanceNow();
      if (left === 0) stop();
      else frame = requestAnimationFrame(() => step(left - 1));
    };
    step(frames);
  };

  return {
    bring(where, always) {
      stop();
      const { top, bottom } = where();
      const seen = seenIn(scroller);
      if (!always && top >= seen.top + edge && bottom <= seen.bottom - edge) return;
      keep(() => distance(where(), seenIn(scroller)));
    },
    keep,
    stop,
  };
}

const own = ['wheel', 'touchstart', 'pointerdown'];
const edge = 24;

/** Scrolls to the middle; a part that is higher than the window is aligned with its top. */
function distance({ top, bottom }: Seen, seen: Seen): number {
  const room = seen.bottom - seen.top;
  const height = bottom - top;
  const by =
    height > room - 2 * edge ? top - seen.top - edge : (top + bottom) / 2 - (seen.top + seen.bottom) / 2;
  return Math.abs(by) < 1 ? 0 : by;
}

const mayScroll = 'pre,.table,.math-display';

interface Scrollables {
  readonly watch: (block: Element) => void;
  readonly close: () => void;
}

/** Wide code, tables and formulas scroll on their own. Only those that can scroll become a stop for the Tab key. */
export function reachScrollables(): Scrollables {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      // A diagram can also be commented on by its key.
      if (target.scrollWidth > target.clientWidth + 1 || target.matches('[data-atom]'))
        target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  return {
    watch(block) {
      for (const element of block.querySelectorAll(mayScroll)) sizes.observe(element);
    },
    close: () => sizes.disconnect(),
  };
}
