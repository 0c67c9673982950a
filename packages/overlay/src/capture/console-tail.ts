import { redactText } from '../inspectors/redact.ts';
import type { View } from '../window/frames.ts';

import { formatArgs, formatValue } from './format-args.ts';

export interface ConsoleTail {
  /** The last lines, oldest first, secrets taken out. */
  readonly lines: () => string[];
  readonly close: () => void;
}

const maxLines = 50;
const maxLength = 4000;

/** Remembers what the page says is wrong: errors and warnings of the console, and what nobody caught. */
export function startConsoleTail(view: View): ConsoleTail {
  const kept: string[] = [];
  const keep = (text: string) => {
    // Longer than shown, so that a secret at the cut is still recognised as one.
    kept.push(text.slice(0, 2 * maxLength));
    if (kept.length > maxLines) kept.shift();
  };
  const onError = (event: ErrorEvent) => {
    keep(`Uncaught ${event.error === undefined ? event.message : formatValue(event.error)}`);
  };
  const onRejection = (event: PromiseRejectionEvent) =>
    keep(`Uncaught (in promise) ${formatValue(event.reason)}`);

  const restore = (['error', 'warn'] as const).map((level) => wrap(view.console, level, keep));
  view.addEventListener('error', onError);
  view.addEventListener('unhandledrejection', onRejection);

  return {
    lines: () => kept.map((line) => cap(redactText(line))),
    close() {
      for (const put of restore) put();
      view.removeEventListener('error', onError);
      view.removeEventListener('unhandledrejection', onRejection);
    },
  };
}

export function cap(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function wrap(console: Console, level: 'error' | 'warn', keep: (text: string) => void): () => void {
  const original = Reflect.get(console, level) as (...args: unknown[]) => void;
  const own = Object.getOwnPropertyDescriptor(console, level);
  const wrapped = function (this: unknown, ...args: unknown[]) {
    try {
      keep(`${level}: ${formatArgs(args)}`);
    } catch {
      // The app's line must come out whatever it holds.
    }
    Reflect.apply(original, this, args);
  };
  // A page may have frozen its console: then only uncaught errors are kept.
  if (!Reflect.defineProperty(console, level, { ...own, value: wrapped })) return () => undefined;
  return () => {
    // Somebody wrapped ours: taking it out would take theirs with it.
    if (console[level] === wrapped && own !== undefined) Reflect.defineProperty(console, level, own);
  };
}
