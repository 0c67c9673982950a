/** Notes how the servers of the app answer what its code asks them for. Reads what the browser tells, and changes nothing. */
import { type AnsweredRequest, mostRequests } from '@annotate-mcp/core';

import { cleanLine } from '../capture/clean-line.ts';

const longestAddress = 300;

export class PageRequests {
  readonly #observer: PerformanceObserver;
  readonly #hub: string;
  /** By address, the latest last. */
  readonly #statuses = new Map<string, number>();

  /** `hub` is its address or path. */
  constructor(hub: string) {
    this.#hub = new URL(hub, location.href).pathname;
    this.#observer = new PerformanceObserver((list) => this.#note(list.getEntries()));
    // With those that were made before, as far as the browser has kept them.
    this.#observer.observe({ type: 'resource', buffered: true });
  }

  /** The latest ones, each with its last answer. */
  read(): AnsweredRequest[] {
    this.#note(this.#observer.takeRecords());
    return [...this.#statuses].slice(-mostRequests).map(([address, status]) => ({ address, status }));
  }

  close(): void {
    this.#observer.disconnect();
  }

  #note(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries as readonly PerformanceResourceTiming[]) {
      const address = this.#addressOf(entry);
      // One without an answer may have been aborted by the app itself. Some browsers tell no status.
      const status: number | undefined = entry.responseStatus;
      if (address === null || !(status >= 100)) continue;
      this.#statuses.delete(address);
      this.#statuses.set(address, status);
      const [oldest] = this.#statuses.keys();
      if (this.#statuses.size > 2 * mostRequests && oldest !== undefined) this.#statuses.delete(oldest);
    }
  }

  /** `null` for what is not of the app's code, or of a server that others run. */
  #addressOf({ name, initiatorType }: PerformanceResourceTiming): string | null {
    if (initiatorType !== 'fetch' && initiatorType !== 'xmlhttprequest') return null;
    const { hostname, origin, pathname } = new URL(name);
    if (hostname !== location.hostname || pathname.startsWith(this.#hub) || ofDevServer.test(pathname))
      return null;
    return cleanLine(origin === location.origin ? pathname : origin + pathname).slice(0, longestAddress);
  }
}

/** `/@vite/client`, `/__nextjs_original-stack-frames`, `/_next/static/…`, `/main.1f.hot-update.json`, source maps. */
const ofDevServer = /^\/(?:@|__|_next\/static\/|_nuxt\/|_app\/|node_modules\/)|\.hot-update\.|\.map$/;
