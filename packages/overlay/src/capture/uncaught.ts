import { redactText } from '../inspectors/redact.ts';
import type { View } from '../window/frames.ts';

import { cap, type ConsoleTail } from './console-tail.ts';
import { formatValue } from './format-args.ts';

export interface UncaughtOptions {
  readonly tail: ConsoleTail;
  /** Texts of the annotations that are there already. */
  readonly known: () => Iterable<string>;
  /** Called once for each distinct error with the content of a page annotation. */
  readonly report: (error: { annotationText: string; consoleErrors: string[] }) => void;
}

/** Option `captureErrors`: what nobody caught, the same error never twice. */
export function watchUncaught(view: View, { tail, known, report }: UncaughtOptions): () => void {
  const seen = new Set(remembered(view));

  const take = (prefix: string, thrown: unknown, message: string) => {
    const text = cap(redactText(`${prefix} ${thrown === undefined ? message : formatValue(thrown)}`));
    if (isNoise(text) || isOwn(text)) return;
    const key = errorKey(text);
    if (seen.has(key)) return;
    seen.add(key);
    remember(view, seen);
    for (const other of known()) if (errorKey(other) === key) return;
    report({ annotationText: text, consoleErrors: tail.lines() });
  };
  const onError = (event: ErrorEvent) => take('Uncaught', event.error ?? undefined, event.message);
  const onRejection = (event: PromiseRejectionEvent) => take('Uncaught (in promise)', event.reason, '');

  view.addEventListener('error', onError);
  view.addEventListener('unhandledrejection', onRejection);
  return () => {
    view.removeEventListener('error', onError);
    view.removeEventListener('unhandledrejection', onRejection);
  };
}

const frame = /^\s*(?:at .*|.*@.*:\d+:\d+)$/;

/** Message and first stack frame. Dev servers put a time into the address of a changed module; it does not count. */
export function errorKey(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line, index) => index > 0 && frame.test(line));
  return (first === -1 ? lines : lines.slice(0, first + 1))
    .map((line) => line.trim().replace(/\?[^\s:)]*/g, ''))
    .join('\n');
}

function isNoise(text: string): boolean {
  // The first harms nobody, the second tells nothing.
  return text.includes('ResizeObserver loop') || /^Uncaught Script error\.?$/.test(text);
}

/** Thrown by the overlay: by this very file, or by one that the hub serves. */
function isOwn(text: string): boolean {
  const thrownAt = text.split('\n').find((line, index) => index > 0 && frame.test(line)) ?? '';
  return thrownAt.includes('/__annotate/') || thrownAt.includes(import.meta.url.replace(/\?.*/, ''));
}

const storageKey = 'annotate-mcp:errors';
const maxRemembered = 100;

function remembered(view: View): string[] {
  try {
    const parsed: unknown = JSON.parse(view.sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((key) => typeof key === 'string') : [];
  } catch {
    // Storage can be forbidden; the annotations themselves still tell what is known.
    return [];
  }
}

function remember(view: View, keys: ReadonlySet<string>): void {
  try {
    view.sessionStorage.setItem(storageKey, JSON.stringify([...keys].slice(-maxRemembered)));
  } catch {
    // Forbidden or full: see above.
  }
}
