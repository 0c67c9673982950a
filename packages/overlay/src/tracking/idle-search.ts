export interface IdleSearch {
  /** Called when the page changed, because missing elements may be there now. */
  readonly schedule: () => void;
  readonly stop: () => void;
}

interface SearchOptions<Item> {
  readonly next: () => readonly Item[];
  readonly find: (item: Item) => void;
  readonly onDone: () => void;
}

const pauseMs = 500;
// Searching takes at most a twentieth of the time, also in a page that changes all the time.
const restFactor = 20;

/** Runs a search while the browser is idle, with pauses, and only after `schedule`. */
export function createIdleSearch<Item>(
  pageWindow: Window,
  { next, find, onDone }: SearchOptions<Item>,
): IdleSearch {
  let timer = 0;
  let readyAt = 0;
  let cancelIdle: (() => void) | null = null;

  const run = () => {
    cancelIdle = null;
    const began = performance.now();
    for (const item of next()) find(item);
    const took = performance.now() - began;
    readyAt = performance.now() + Math.max(pauseMs, took * restFactor);
    onDone();
  };
  return {
    schedule() {
      if (timer !== 0 || cancelIdle !== null) return;
      const wait = Math.max(0, readyAt - performance.now());
      timer = pageWindow.setTimeout(() => {
        timer = 0;
        cancelIdle = whenIdle(pageWindow, run);
      }, wait);
    },
    stop() {
      pageWindow.clearTimeout(timer);
      timer = 0;
      cancelIdle?.();
      cancelIdle = null;
    },
  };
}

function whenIdle(pageWindow: Window, run: () => void): () => void {
  if ('requestIdleCallback' in pageWindow) {
    const id = pageWindow.requestIdleCallback(run, { timeout: pauseMs });
    return () => pageWindow.cancelIdleCallback(id);
  }
  // Safari has no idle callbacks; a timer is sufficient for rare searches.
  const id = (pageWindow as Window).setTimeout(run, 50);
  return () => (pageWindow as Window).clearTimeout(id);
}
