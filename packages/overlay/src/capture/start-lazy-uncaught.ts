import type { reportUncaught } from './report-uncaught.ts';

/** Loads the code of option `captureErrors`. Errors that are thrown meanwhile are kept by the console tail. */
export function startLazyUncaught(...deps: Parameters<typeof reportUncaught>): () => void {
  let isStopped = false;
  let stop: (() => void) | null = null;
  import('./report-uncaught.ts').then(
    (loaded) => {
      if (!isStopped) stop = loaded.reportUncaught(...deps);
    },
    // Without the dev server the code cannot be loaded, and no report could be sent either.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}
