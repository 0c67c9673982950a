/** Runs `work` when the browser is idle, after two seconds at the latest. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: 2_000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 2_000);
  return () => clearTimeout(id);
}

type Start<Deps> = (deps: Deps) => () => void;

/** Loads a part when the browser is idle and starts it. Returns what stops it, even while it is being loaded. */
export function startWhenIdle<Deps>(load: () => Promise<Start<Deps>>, deps: Deps): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  const cancel = whenIdle(() => {
    load().then(
      (start) => {
        if (!stopped) stop = start(deps);
      },
      // The dev server is not running: the page works without this part.
      () => undefined,
    );
  });
  return () => {
    stopped = true;
    cancel();
    stop?.();
  };
}
