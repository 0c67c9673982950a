/** Shorter than the half second after which browser drivers take the network for idle. */
const quietMs = 300;
const longestWaitMs = 2_000;

/**
 * Resolves when the page is loaded and has loaded nothing more for a moment. A browser is idle also while the app waits
 * for its modules, and has only six connections to a dev server: what the overlay loads then keeps the app waiting.
 */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(latest);
      resolve();
    };
    const check = () => {
      if (document.readyState === 'complete') stop();
      else restart();
    };
    const restart = () => {
      clearTimeout(quiet);
      quiet = setTimeout(check, quietMs);
    };
    let quiet = setTimeout(check, quietMs);
    const latest = setTimeout(stop, longestWaitMs);
    const observer = new PerformanceObserver(restart);
    observer.observe({ type: 'resource' });
  });
}
