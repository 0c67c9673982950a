import { whenIdle } from './when-idle.ts';

/** Shorter than the half second after which browser drivers take the network for idle. */
const quietMs = 300;
const longestWaitMs = 2_000;

/**
 * Runs `work` when the page is loaded, has loaded nothing more for a moment, and the browser is idle. A browser is idle
 * also while the app waits for its modules, and has only six connections to a dev server: what the overlay loads then
 * keeps the app waiting.
 */
export function whenQuiet(work: () => void): () => void {
  const run = () => {
    stopWaiting();
    cancel = whenIdle(work);
  };
  const runUnlessLoading = () => {
    if (document.readyState === 'complete') run();
    else restart();
  };
  const restart = () => {
    clearTimeout(quiet);
    quiet = setTimeout(runUnlessLoading, quietMs);
  };
  const stopWaiting = () => {
    observer.disconnect();
    clearTimeout(quiet);
    clearTimeout(latest);
  };
  let cancel = stopWaiting;
  let quiet = setTimeout(runUnlessLoading, quietMs);
  const latest = setTimeout(run, longestWaitMs);
  const observer = new PerformanceObserver(restart);
  observer.observe({ type: 'resource' });
  return () => cancel();
}
