/**
 * The edge between the overlay and the page: nothing of ours throws into the app. What a browser calls of ours is called
 * through `guard`, and what nothing waits for goes through `settle`; the build puts them there (`guard-entries.ts`).
 */

/** What was guarded, because a listener is removed as the function that it was added as. */
const guards = new WeakMap<AnyFunction, AnyFunction>();

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** A function that does the same and never throws or rejects. Anything else is returned as it is. */
export function guard<Work>(work: Work): Work;
export function guard(work: unknown): unknown {
  if (!isFunction(work)) return work;
  const known = guards.get(work);
  if (known !== undefined) return known;
  const guarded: AnyFunction = function (...args) {
    try {
      return settle(work.apply(this, args));
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  guards.set(work, guarded);
  return guarded;
}

/** The same value. If it is a promise, the browser reports no rejection of it. */
export function settle<Value>(value: Value): Value {
  if (value instanceof Promise) value.catch(report);
  return value;
}

let isSaid = false;

/** One line for the first fault. */
export function report(error: unknown): void {
  if (isSaid) return;
  isSaid = true;
  // oxlint-disable-next-line no-console -- not an error of the app, but a person who looks for ours finds it here
  console.info('annotate: a part of the overlay has failed; the app is not affected.', error);
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
