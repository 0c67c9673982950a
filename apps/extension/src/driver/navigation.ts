/** Follows the navigations of a tab: which document it shows, and whether another one is loading. */
import type { Cdp } from './cdp.ts';

const beginMs = 1_000;
const downloadMs = 500;

export class Navigation {
  #documents = 0;
  #loading = false;
  #loaded = true;
  #documentsBefore = 0;
  /** When the page asked for a navigation that has not begun yet. */
  #requestedAt = -Infinity;
  #mainFrame: string | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(cdp: Cdp) {
    cdp.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (disposition === 'download' || (disposition === 'currentTab' && frameId === this.#mainFrame))
        this.#requestedAt = performance.now();
    });
    cdp.on('Page.downloadWillBegin', () => this.#begin());
    cdp.on('Page.frameNavigated', ({ frame, type }, session) => {
      if (frame.parentId !== undefined || session !== undefined) return;
      this.#mainFrame = frame.id;
      this.#documents++;
      this.#loaded = type === 'BackForwardCacheRestore';
      this.#begin();
    });
    cdp.on('Page.loadEventFired', (_, session) => {
      if (session !== undefined) return;
      this.#loaded = true;
      this.#wake();
    });
    cdp.on('Page.frameStartedLoading', ({ frameId }) => {
      if (this.#mainFrame !== null && frameId !== this.#mainFrame) return;
      this.#loading = true;
      this.#documentsBefore = this.#documents;
      this.#begin();
    });
    cdp.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (this.#mainFrame !== null && frameId !== this.#mainFrame) return;
      // There is no other document: it may be a download, which Chrome reports a moment later.
      if (this.#loading && this.#documents === this.#documentsBefore) this.#expectDownload();
      this.#loading = false;
      this.#loaded = true;
      this.#wake();
    });
    cdp.on('Page.domContentEventFired', (_, session) => {
      if (session !== undefined) return;
      this.#loading = false;
      this.#wake();
    });
    cdp.on('Page.navigatedWithinDocument', () => this.#begin());
  }

  setMainFrame(mainFrame: string): void {
    this.#mainFrame = mainFrame;
  }

  /** Number of documents so far: it changes when the tab shows another document. */
  get documents(): number {
    return this.#documents;
  }

  /** Also for a moment after the page asked for a navigation: a busy machine begins it late. */
  get isLoading(): boolean {
    return this.#loading || performance.now() - this.#requestedAt < beginMs;
  }

  /** Its `load` event was sent, or loading was stopped. */
  get hasLoaded(): boolean {
    return this.#loaded;
  }

  /** Resolves when another document than the one with this number has loaded, at the latest after a second. */
  async untilShown(before: number): Promise<void> {
    const latest = performance.now() + beginMs;
    while ((this.#documents === before || this.#loading) && performance.now() < latest) {
      const over = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => over.resolve(undefined), latest - performance.now());
      await Promise.race([this.next(), over.promise]);
      clearTimeout(timer);
    }
  }

  /** Resolves on the next navigation event. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #expectDownload(): void {
    this.#requestedAt = performance.now() - beginMs + downloadMs;
  }

  #begin(): void {
    this.#requestedAt = -Infinity;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
