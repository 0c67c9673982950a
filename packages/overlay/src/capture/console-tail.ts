import { guarded, read } from '../inspectors/foreign.ts';
import type { PageWindow } from '../window/frames.ts';

declare global {
  /** Of a page where this script comes after the app's: ends what has kept errors until now, and returns them. */
  var __ANNOTATE_EARLY__: (() => { readonly at: number; readonly args: readonly unknown[] }[]) | undefined;
}

export interface ConsoleTail {
  /** The last lines, or those since a time, oldest first. What leaves the page goes through `cleanLine`. */
  readonly rawLines: (since?: Date) => string[];
  /** The first uncaught errors. Missing where the page is another JavaScript world. */
  readonly uncaught?: readonly UncaughtEvent[];
  readonly close: () => void;
}

type UncaughtEvent = ErrorEvent | PromiseRejectionEvent;

const maxLines = 50;
/** Longer than what is sent, so that a secret at the cut is still recognised. */
const maxLength = 8000;

/** Remembers the latest errors and warnings of the console and the uncaught errors. */
export function startConsoleTail(pageWindow: PageWindow): ConsoleTail {
  const recent: { text: string; at: number }[] = [];
  const keep = (text: string, at = Date.now()) => {
    recent.push({ text: text.slice(0, maxLength), at });
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

  for (const { at, args } of globalThis.__ANNOTATE_EARLY__?.() ?? []) keep(`error: ${formatArgs(args)}`, at);
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

// The two ends of a console tail whose reader lives in another JavaScript world than the page. They share the DOM only: a
// question is an event on the document, which the other end answers by an event before the first one returns.
const question = 'annotate-mcp:console';
const answer = 'annotate-mcp:console-lines';

/** The end in the page's world. Returns how to stop. */
export function serveConsoleTail(tail: ConsoleTail): () => void {
  const onQuestion = (event: Event): void => {
    event.stopImmediatePropagation();
    const since = read(parseDetail(event), 'since');
    sendEvent(answer, { lines: tail.rawLines(typeof since === 'number' ? new Date(since) : undefined) });
  };
  document.addEventListener(question, onQuestion, true);
  return () => {
    document.removeEventListener(question, onQuestion, true);
    tail.close();
  };
}

/** The end in the overlay's world. The page may answer anything: only lines are taken, and not too many. */
export function remoteConsoleTail(): ConsoleTail {
  return {
    rawLines(since) {
      let lines: string[] = [];
      const onAnswer = (event: Event): void => {
        event.stopImmediatePropagation();
        const said = read(parseDetail(event), 'lines');
        if (!Array.isArray(said)) return;
        lines = said
          .filter((line): line is string => typeof line === 'string')
          .slice(-maxLines)
          .map((line) => line.slice(0, maxLength));
      };
      document.addEventListener(answer, onAnswer, { capture: true, once: true });
      sendEvent(question, { since: since?.getTime() ?? null });
      document.removeEventListener(answer, onAnswer, true);
      return lines;
    },
    close: () => undefined,
  };
}

/** A string crosses between worlds; objects would arrive empty. */
function sendEvent(type: string, message: object): void {
  document.dispatchEvent(new CustomEvent(type, { detail: JSON.stringify(message) }));
}

function parseDetail(event: Event): unknown {
  const detail = read(event, 'detail');
  return typeof detail === 'string' ? guarded((): unknown => JSON.parse(detail), null) : null;
}

/** Formats the arguments of a console call as one text. Unlike the libraries for it, calls no code of the app. */
function formatArgs(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== 'string') return args.map((arg) => formatValue(arg)).join(' ');
  // React and others write `%s`; a style (`%c`) is not text.
  const text = first.replace(/%([sdifoOc%])/g, (match, kind: string) => {
    if (kind === '%') return '%';
    if (rest.length === 0) return match;
    const arg = rest.shift();
    return kind === 'c' ? '' : formatValue(arg);
  });
  return [text, ...rest.map((arg) => formatValue(arg))].join(' ');
}

const maxKeys = 20;

export function formatValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (value instanceof Error) return formatError(value);
    if ('nodeType' in value && 'nodeName' in value) return `<${String(value.nodeName).toLowerCase()}>`;
    if (depth === 2) return Array.isArray(value) ? '[…]' : '{…}';
    const entries = Object.entries(Object.getOwnPropertyDescriptors(value))
      .filter(([, { enumerable }]) => enumerable)
      .slice(0, maxKeys)
      .map(([key, { value: inner }]) => {
        const printed = formatValue(inner, depth + 1);
        return Array.isArray(value) ? printed : `${key}: ${printed}`;
      });
    return Array.isArray(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  } catch {
    // A proxy may throw on any access.
    return '[object]';
  }
}

function formatError(error: Error): string {
  const head = `${error.name}: ${error.message}`;
  // Chromium's stack begins with the head, others' does not.
  return error.stack === undefined || error.stack.startsWith(error.name)
    ? (error.stack ?? head)
    : `${head}\n${error.stack}`;
}
