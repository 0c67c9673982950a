/**
 * Keeps the errors that the app writes to the console before the overlay's script runs: the first render comes before that,
 * and Angular writes there what it throws.
 */

declare global {
  /** Ends it, and returns what was written. The overlay's script calls it, or this package where that cannot be loaded. */
  var __ANNOTATE_EARLY__: (() => EarlyError[]) | undefined;
}

interface EarlyError {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly args: readonly unknown[];
}

/** As many as the overlay keeps. */
const mostErrors = 50;

export function keepEarlyErrors(console: Console): void {
  const isKnown = globalThis.__ANNOTATE_EARLY__ ?? globalThis.__ANNOTATE_LOADING__;
  if (isKnown !== undefined) return;
  const errors: EarlyError[] = [];
  const original = Reflect.get(console, 'error') as (...args: unknown[]) => void;
  const wrapped = function (this: unknown, ...args: unknown[]) {
    if (errors.length < mostErrors) errors.push({ at: Date.now(), args });
    Reflect.apply(original, this, args);
  };
  // A page may have frozen its console.
  if (!Reflect.set(console, 'error', wrapped)) return;
  globalThis.__ANNOTATE_EARLY__ = () => {
    globalThis.__ANNOTATE_EARLY__ = undefined;
    // Other code may have wrapped it, which removing it would remove too.
    if (console.error === wrapped) Reflect.set(console, 'error', original);
    return errors;
  };
}
