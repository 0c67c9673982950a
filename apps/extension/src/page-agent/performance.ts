/** The browser's own measurements of this document, since its navigation. */
import type { PerformanceReport } from '@annotate-mcp/browser-protocol';

import { describeElement } from './locate.ts';

/** Types of entries that only an observer gets. */
interface ObservedEntries {
  'largest-contentful-paint': PerformanceEntry & { readonly element: Element | null };
  'layout-shift': PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
  longtask: PerformanceEntry;
  event: PerformanceEntry & { readonly interactionId: number };
  'long-animation-frame': PerformanceEntry & { readonly scripts?: readonly FrameScript[] };
}

interface FrameScript extends PerformanceEntry {
  readonly sourceURL: string;
  readonly sourceFunctionName: string;
  readonly forcedStyleAndLayoutDuration: number;
}

const most = 8;

export async function reportPerformance(): Promise<PerformanceReport> {
  const [paints, shifts, tasks, events, frames] = await Promise.all([
    observed('largest-contentful-paint'),
    observed('layout-shift'),
    observed('longtask'),
    observed('event'),
    observed('long-animation-frame'),
  ]);
  const interaction = Math.max(
    0,
    ...events.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration),
  );
  return {
    loading: loadingOf(paints.at(-1)),
    layoutShift: layoutShiftOf(shifts),
    ...(interaction > 0 && { interactionToNextPaint: Math.round(interaction) }),
    longTasks: {
      count: tasks.length,
      totalMs: Math.round(tasks.reduce((sum, { duration }) => sum + duration, 0)),
      longestMs: Math.round(Math.max(0, ...tasks.map(({ duration }) => duration))),
    },
    requests: requestsOf(),
    slowScripts: slowScriptsOf(frames.flatMap(({ scripts = [] }) => scripts)),
  };
}

/** Entries that the browser has buffered. They arrive in the observer's first call, if there are any. */
function observed<Type extends keyof ObservedEntries>(type: Type): Promise<ObservedEntries[Type][]> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => end(list.getEntries()));
    const timer = setTimeout(() => end(observer.takeRecords()), bufferMs);
    const end = (entries: PerformanceEntry[]): void => {
      clearTimeout(timer);
      observer.disconnect();
      // The browser gives entries of the observed type only.
      resolve(entries as ObservedEntries[Type][]);
    };
    observer.observe({ type, buffered: true });
  });
}

/** A busy browser delivers them late. */
const bufferMs = 500;

function loadingOf(
  largest: ObservedEntries['largest-contentful-paint'] | undefined,
): PerformanceReport['loading'] {
  const [navigation] = performance.getEntriesByType('navigation');
  const [contentful] = performance.getEntriesByName('first-contentful-paint');
  const { responseStart, domContentLoadedEventEnd, loadEventEnd } =
    navigation instanceof PerformanceNavigationTiming ? navigation : notNavigated;
  const element = largest?.element ?? null;
  return {
    ...(responseStart > 0 && { firstByte: Math.round(responseStart) }),
    ...(domContentLoadedEventEnd > 0 && { domContentLoaded: Math.round(domContentLoadedEventEnd) }),
    ...(loadEventEnd > 0 && { load: Math.round(loadEventEnd) }),
    ...(contentful !== undefined && { firstContentfulPaint: Math.round(contentful.startTime) }),
    ...(largest !== undefined && { largestContentfulPaint: Math.round(largest.startTime) }),
    ...(element !== null && { largestElement: describeElement(element) }),
  };
}

const notNavigated = { responseStart: 0, domContentLoadedEventEnd: 0, loadEventEnd: 0 };

/** The largest sum of shifts in a window of at most five seconds with gaps of less than one, as web vitals count it. */
function layoutShiftOf(shifts: readonly ObservedEntries['layout-shift'][]): number {
  let [worst, sum, first, last] = [0, 0, 0, 0];
  for (const { value, startTime, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (startTime - last > 1_000 || startTime - first > 5_000) [sum, first] = [0, startTime];
    sum += value;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return Math.round(worst * 10_000) / 10_000;
}

function requestsOf(): PerformanceReport['requests'] {
  const entries = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming);
  const slowest = [...entries].sort((a, b) => b.duration - a.duration).slice(0, most);
  return {
    count: entries.length,
    bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
    slowest: slowest.map(({ name, duration, transferSize, initiatorType }) => ({
      url: withoutQuery(name),
      durationMs: Math.round(duration),
      // Other origins do not say it, and then it is zero.
      ...(transferSize > 0 && { bytes: transferSize }),
      type: initiatorType,
    })),
  };
}

function slowScriptsOf(scripts: readonly FrameScript[]): PerformanceReport['slowScripts'] {
  const sums = new Map<string, { durationMs: number; layoutMs: number }>();
  for (const { sourceURL, sourceFunctionName, duration, forcedStyleAndLayoutDuration } of scripts) {
    const source = `${withoutQuery(sourceURL)}${sourceFunctionName === '' ? '' : ` ${sourceFunctionName}`}`;
    const sum = sums.get(source) ?? { durationMs: 0, layoutMs: 0 };
    sum.durationMs += duration;
    sum.layoutMs += forcedStyleAndLayoutDuration;
    sums.set(source, sum);
  }
  return [...sums]
    .sort(([, a], [, b]) => b.durationMs - a.durationMs)
    .slice(0, most)
    .map(([source, { durationMs, layoutMs }]) => ({
      source: source.trim() === '' ? '(unknown)' : source,
      durationMs: Math.round(durationMs),
      ...(layoutMs >= 1 && { forcedLayoutMs: Math.round(layoutMs) }),
    }));
}

/** A query may contain secrets. */
function withoutQuery(address: string): string {
  return (address.startsWith('data:') ? `${address.slice(0, 60)}…` : address.replace(/[?#].*$/s, '')).slice(
    0,
    500,
  );
}
