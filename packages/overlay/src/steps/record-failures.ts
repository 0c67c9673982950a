/** Turns failed requests and uncaught errors of the page into steps. */
import { redactText } from '@annotate-mcp/page-facts';

import { formatValue } from '../capture/format-args.ts';
import type { PageWindow } from '../window/frames.ts';

import type { AddStep } from './record-input.ts';

const maxMessageLength = 1_000;

export function recordErrors(pageWindow: PageWindow, add: AddStep): () => void {
  const report = (text: string) =>
    add({
      kind: 'error',
      message: redactText(text.slice(0, 2 * maxMessageLength)).slice(0, maxMessageLength),
    });
  const onError = (event: ErrorEvent) => report(event.message);
  const onRejection = (event: PromiseRejectionEvent) => report(firstLine(formatValue(event.reason)));
  pageWindow.addEventListener('error', onError);
  pageWindow.addEventListener('unhandledrejection', onRejection);
  return () => {
    pageWindow.removeEventListener('error', onError);
    pageWindow.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Reads the browser's own record of requests, so that `fetch` and the rest stay as they are. */
export function recordFailedRequests(pageWindow: PageWindow, add: AddStep): () => void {
  const observer = new pageWindow.PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource')) {
      const { name, responseStatus } = entry as PerformanceResourceTiming;
      if (isFailure(name, responseStatus, pageWindow.location.origin))
        add({
          kind: 'request',
          url: describeAddress(name, pageWindow.location.origin),
          ...(responseStatus > 0 && { status: responseStatus }),
        });
    }
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}

/** Browsers report no status for requests to other origins that do not allow it, so a missing one says nothing there. */
function isFailure(url: string, status: number | undefined, origin: string): boolean {
  if (status === undefined || url.includes('/__annotate/')) return false;
  return status >= 400 || (status === 0 && url.startsWith(`${origin}/`));
}

/** The path alone for the page's own origin. */
export function describeAddress(url: string, origin: string): string {
  const address = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  return redactText(address.slice(0, 4_000)).slice(0, 2_000);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
