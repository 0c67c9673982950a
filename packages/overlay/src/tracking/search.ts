export interface Search {
  /** Something changed: what is missing may be there now. */
  readonly soon: () => void;
  readonly stop: () => void;
}

interface SearchOptions<Item> {
  readonly next: () => readonly Item[];
  readonly find: (item: Item) => void;
  readonly done: () => void;
}

const pauseMs = 500;
// A page that changes all the time may cost a twentieth of it at most.
const share = 20;

/** Looks for missing things while the browser is idle, now and then, and only when asked to. */
export function createSearch<Item>(view: Window, { next, find, done }: SearchOptions<Item>): Search {
  let timer = 0;
  let readyAt = 0;
  let cancelIdle: (() => void) | null = null;

  const run = () => {
    cancelIdle = null;
    const began = performance.now();
    for (const item of next()) find(item);
    const took = performance.now() - began;
    readyAt = performance.now() + Math.max(pauseMs, took * share);
    done();
  };
  return {
    soon() {
      if (timer !== 0 || cancelIdle !== null) return;
      const wait = Math.max(0, readyAt - performance.now());
      timer = view.setTimeout(() => {
        timer = 0;
        cancelIdle = whenIdle(view, run);
      }, wait);
    },
    stop() {
      view.clearTimeout(timer);
      timer = 0;
      cancelIdle?.();
      cancelIdle = null;
    },
  };
}

function whenIdle(view: Window, run: () => void): () => void {
  if ('requestIdleCallback' in view) {
    const id = view.requestIdleCallback(run, { timeout: pauseMs });
    return () => view.cancelIdleCallback(id);
  }
  // Safari has none; a timer is as good when it comes that seldom.
  const id = (view as Window).setTimeout(run, 50);
  return () => (view as Window).clearTimeout(id);
}
