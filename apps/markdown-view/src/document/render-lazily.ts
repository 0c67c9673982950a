/** Renders blocks before they become visible, and all others when the browser is idle, so that its search finds them. */
import type { BlockList, Entry } from './block-list.ts';
import { type Chunk, estimatedHeight } from './chunks.ts';

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

/** How long one turn works at least: a busy page reports no idle time at all, and would render one block a turn. */
const turnMs = 8;

/** Calls `step` until it returns `false`, a few milliseconds at a time. */
function whenIdle(step: () => boolean) {
  let cancel: (() => void) | null = null;
  const turn = (idleMs: number) => {
    cancel = null;
    const end = performance.now() + Math.max(idleMs - 3, turnMs);
    do {
      if (!step()) return;
    } while (performance.now() < end);
    start();
  };
  const start = () => {
    cancel ??= onceIdle(turn);
  };
  return { start, stop: () => cancel?.() };
}

/** Returns what cancels it. */
export function onceIdle(turn: (idleMs: number) => void): () => void {
  // Not every browser has `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => turn(0), 16);
    return () => clearTimeout(timer);
  }
  // With a timeout, because a page with animations is never idle.
  const request = requestIdleCallback((deadline) => turn(deadline.timeRemaining()), { timeout: 100 });
  return () => cancelIdleCallback(request);
}
