/** When the page got the code that it runs: as it was loaded, or with a hot update. */
import type { ToProjectPath } from '../inspectors/project-path.ts';

interface HotUpdate {
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** More than one edit brings. */
const mostUpdates = 500;

/** The browser's own list of what was loaded is full after 250 entries, which many pages have from the start. */
export class HotUpdates {
  readonly #observer: PerformanceObserver;
  readonly #updates: HotUpdate[] = [];

  constructor() {
    this.#observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
    this.#observer.observe({ type: 'resource', buffered: true });
  }

  /** When the code came last, in milliseconds since 1970. */
  lastAt(): number {
    return this.#read().reduce((last, { at }) => Math.max(last, at), performance.timeOrigin);
  }

  /** When an update of one of these files came last; `null` when none has. Some bundlers do not name the files. */
  lastOf(files: readonly string[], toProjectPath: ToProjectPath): number | null {
    const times = this.#read().flatMap(({ url, at }) => {
      const isOf = bundledUpdate.test(url) || files.includes(toProjectPath(url) ?? '');
      return isOf ? [at] : [];
    });
    return times.length === 0 ? null : Math.max(...times);
  }

  close(): void {
    this.#observer.disconnect();
  }

  #read(): readonly HotUpdate[] {
    this.#note(this.#observer.takeRecords());
    return this.#updates;
  }

  #note(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) {
      if (!isHotUpdate(entry)) continue;
      this.#updates.push({ url: entry.name, at: performance.timeOrigin + entry.responseEnd });
    }
    this.#updates.splice(0, this.#updates.length - mostUpdates);
  }
}

const bundledUpdate = /\.hot-update\.m?js/;

/** A module that a dev server has replaced. Apps add the time to addresses too, of the data that they ask for. */
export function isHotUpdate(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  if (!(entry instanceof PerformanceResourceTiming)) return false;
  const { name, initiatorType } = entry;
  const isAsked = /^(?:fetch|xmlhttprequest|img|beacon)$/.test(initiatorType);
  return !isAsked && (/[?&]t=\d{13}(?:&|$)/.test(name) || bundledUpdate.test(name));
}
