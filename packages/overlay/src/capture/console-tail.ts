import type { PageWindow } from '../window/frames.ts';

import { formatArgs, formatValue } from './format-args.ts';

export interface ConsoleTail {
  /** The last lines, or those since a time, oldest first. What leaves the page goes through `cleanLine`. */
  readonly rawLines: (since?: Date) => string[];
  /** The first uncaught errors. Missing where the page is another JavaScript world. */
  readonly uncaught?: readonly UncaughtEvent[];
  readonly close: () => void;
}

export type UncaughtEvent = ErrorEvent | PromiseRejectionEvent;

const maxLines = 50;
/** Longer than what is sent, so that a secret at the cut is still recognised. */
const maxLength = 8000;

/** Remembers the latest errors and warnings of the console and the uncaught errors. */
export function startConsoleTail(pageWindow: PageWindow): ConsoleTail {
  const recent: { text: string; at: number }[] = [];
  const keep = (text: string) => {
    recent.push({ text: text.slice(0, maxLength), at: Date.now() });
    if (recent.length > maxLines) recent.shift();
  };
  const uncaught: UncaughtEvent[] = [];
  const keepEvent = (event: UncaughtEvent) => {
    if (uncaught.length < maxLines) uncaught.push(event);
  };
  const onError = (event: ErrorEvent) => {
    keepEvent(event);
    keep(`Uncaught ${event.error === undefined ? event.message : formatValue(event.error)}`);
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    keepEvent(event);
    keep(`Uncaught (in promise) ${formatValue(event.reason)}`);
  };

  const restore = (['error', 'warn'] as const).map((level) => wrap(pageWindow.console, level, keep));
  pageWindow.addEventListener('error', onError);
  pageWindow.addEventListener('unhandledrejection', onRejection);

  return {
    uncaught,
    rawLines: (since) =>
      recent.filter(({ at }) => since === undefined || at >= since.getTime()).map(({ text }) => text),
    close() {
      for (const put of restore) put();
      pageWindow.removeEventListener('error', onError);
      pageWindow.removeEventListener('unhandledrejection', onRejection);
    },
  };
}

function wrap(console: Console, level: 'error' | 'warn', keep: (text: string) => void): () => void {
  const original = Reflect.get(console, level) as (...args: unknown[]) => void;
  const own = Object.getOwnPropertyDescriptor(console, level);
  const wrapped = function (this: unknown, ...args: unknown[]) {
    try {
      keep(`${level}: ${formatArgs(args)}`);
    } catch {
      // A failure here must not stop the app's own output.
    }
    Reflect.apply(original, this, args);
  };
  // A page may have frozen its console: then only uncaught errors are kept.
  if (!Reflect.defineProperty(console, level, { ...own, value: wrapped })) return () => undefined;
  return () => {
    // Other code has wrapped this wrapper: removing it would remove the other one too.
    if (console[level] === wrapped && own !== undefined) Reflect.defineProperty(console, level, own);
  };
}
