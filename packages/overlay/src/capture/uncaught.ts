import { randomUuid } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';

import type { Connection } from '../connection/connection.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import type { PageWindow } from '../window/frames.ts';
import { readPageFacts } from '../window/page-facts.ts';

import { cleanLine } from './clean-line.ts';
import { type ConsoleTail, formatValue } from './console-tail.ts';

/** Option `captureErrors`: each uncaught error becomes an annotation of its page. */
export function reportUncaught(
  pageWindow: PageWindow,
  container: OverlayStateContainer,
  connection: Connection,
  consoleTail: ConsoleTail,
): () => void {
  return watchUncaught(pageWindow, {
    consoleTail,
    knownTexts: () => [...container.get().annotations.values()].map(({ annotationText }) => annotationText),
    onUncaught(error) {
      const { url, title, viewport } = readPageFacts();
      connection.create(
        {
          kind: 'page',
          pageUrl: url,
          pageTitle: redactText(title),
          viewport: { ...viewport },
          ...error,
          id: randomUuid(),
        },
        { draft: false },
      );
    },
  });
}

interface UncaughtOptions {
  readonly consoleTail: ConsoleTail;
  /** Texts of the annotations that are there already. */
  readonly knownTexts: () => Iterable<string>;
  /** Called once for each distinct error with the content of a page annotation. */
  readonly onUncaught: (error: { annotationText: string; consoleErrors: string[] }) => void;
}

/** Option `captureErrors`: reports each uncaught error once. */
export function watchUncaught(
  pageWindow: PageWindow,
  { consoleTail, knownTexts, onUncaught }: UncaughtOptions,
): () => void {
  const reported = new Set(readReported(pageWindow));

  const take = (prefix: string, thrown: unknown, message: string) => {
    const text = cleanLine(`${prefix} ${thrown === undefined ? message : formatValue(thrown)}`);
    if (isIrrelevant(text) || isOverlayError(text)) return;
    const key = errorKey(text);
    if (reported.has(key)) return;
    reported.add(key);
    storeReported(pageWindow, reported);
    for (const other of knownTexts()) if (errorKey(other) === key) return;
    onUncaught({ annotationText: text, consoleErrors: consoleTail.rawLines().map(cleanLine) });
  };
  const onError = (event: ErrorEvent) => take('Uncaught', event.error ?? undefined, event.message);
  const onRejection = (event: PromiseRejectionEvent) => take('Uncaught (in promise)', event.reason, '');

  // From before this code was loaded.
  for (const event of consoleTail.uncaught ?? []) {
    if ('reason' in event) onRejection(event);
    else onError(event);
  }
  pageWindow.addEventListener('error', onError);
  pageWindow.addEventListener('unhandledrejection', onRejection);
  return () => {
    pageWindow.removeEventListener('error', onError);
    pageWindow.removeEventListener('unhandledrejection', onRejection);
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

/** The browser or another page says it, and nothing of it can be changed here. */
export function isIrrelevant(text: string): boolean {
  // The first is harmless, the second has no information.
  return text.includes('ResizeObserver loop') || /^Uncaught Script error\.?$/.test(text);
}

/** Whether the overlay threw it: this module, or another one that the hub serves. */
export function isOverlayError(text: string): boolean {
  const thrownAt = text.split('\n').find((line, index) => index > 0 && frame.test(line)) ?? '';
  return thrownAt.includes('/__annotate/') || thrownAt.includes(import.meta.url.replace(/\?.*/, ''));
}

const storageKey = 'annotate-mcp:errors';
const maxRemembered = 100;

function readReported(pageWindow: PageWindow): string[] {
  try {
    const parsed: unknown = JSON.parse(pageWindow.sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((key) => typeof key === 'string') : [];
  } catch {
    // Storage can be forbidden; then known errors are recognised by the annotations.
    return [];
  }
}

function storeReported(pageWindow: PageWindow, keys: ReadonlySet<string>): void {
  try {
    pageWindow.sessionStorage.setItem(storageKey, JSON.stringify([...keys].slice(-maxRemembered)));
  } catch {
    // Forbidden or full: see above.
  }
}
