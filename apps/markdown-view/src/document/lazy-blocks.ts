/** Renders blocks before they become visible, and all others when the browser is idle, so that its search finds them. */
import type { BlockList, Entry } from './block-list.ts';
import type { Chunk } from './chunks.ts';
import { estimatedHeight } from './estimate.ts';

export interface LazyBlocks {
  /** The entries of the list changed. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The margin around the visible part. */
const ahead = '1200px 0px';

export function renderLazily(list: BlockList, scroller: Element | null): LazyBlocks {
  const byElement = new Map<Element, Chunk<Entry>>();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        const chunk = byElement.get(target);
        if (!isIntersecting || chunk === undefined) continue;
        observer.unobserve(target);
        for (const entry of chunk.members) list.ensure(entry);
      }
    },
    // The document instead of `null`, because `null` ignores the margin in a frame of another origin.
    { root: scroller ?? document, rootMargin: ahead },
  );
  const idle = whenIdle(() => {
    const next = waiting.pop();
    if (next === undefined) return false;
    list.ensure(next);
    return true;
  });
  let waiting: Entry[] = [];

  return {
    refresh() {
      observer.disconnect();
      byElement.clear();
      renderFirst(list);
      waiting = list.entries().filter(({ rendered }) => !rendered);
      for (const chunk of list.chunks()) {
        if (!chunk.element.hasAttribute('data-waiting')) continue;
        byElement.set(chunk.element, chunk);
        observer.observe(chunk.element);
      }
      waiting.reverse();
      idle.start();
    },
    close() {
      observer.disconnect();
      idle.stop();
    },
  };
}

/** Renders the first screen immediately, so that no frame shows empty blocks. */
function renderFirst(list: BlockList): void {
  let height = 0;
  for (const entry of list.entries()) {
    if (height > window.innerHeight) return;
    list.ensure(entry);
    height += estimatedHeight(entry.block);
  }
}

/** Calls `step` until it returns `false`, a few milliseconds at a time. */
function whenIdle(step: () => boolean) {
  let cancel: (() => void) | null = null;
  const turn = (timeLeft: () => number) => {
    cancel = null;
    do {
      if (!step()) return;
    } while (timeLeft() > 3);
    start();
  };
  const start = () => {
    cancel ??= onceIdle(turn);
  };
  return { start, stop: () => cancel?.() };
}

function onceIdle(turn: (timeLeft: () => number) => void): () => void {
  // Not every browser has `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => {
      const end = performance.now() + 8;
      turn(() => end - performance.now());
    }, 16);
    return () => clearTimeout(timer);
  }
  // With a timeout, because a page with animations is never idle.
  const request = requestIdleCallback((deadline) => turn(() => deadline.timeRemaining()), { timeout: 500 });
  return () => cancelIdleCallback(request);
}
