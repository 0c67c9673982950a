/** Follows the navigations of a tab: which document it shows, and whether another one is loading. */
import type { Cdp } from './cdp.ts';

export class Navigation {
  #documents = 0;
  #loading = false;
  #mainFrame: string | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(cdp: Cdp) {
    cdp.on('Page.frameNavigated', ({ frame }, session) => {
      if (frame.parentId !== undefined || session !== undefined) return;
      this.#mainFrame = frame.id;
      this.#documents++;
      this.#wake();
    });
    cdp.on('Page.frameStartedLoading', ({ frameId }) => {
      if (this.#mainFrame === null || frameId === this.#mainFrame) this.#loading = true;
    });
    cdp.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (this.#mainFrame === null || frameId === this.#mainFrame) this.#loading = false;
      this.#wake();
    });
    cdp.on('Page.domContentEventFired', (_, session) => {
      if (session !== undefined) return;
      this.#loading = false;
      this.#wake();
    });
    cdp.on('Page.navigatedWithinDocument', () => this.#wake());
  }

  setMainFrame(mainFrame: string): void {
    this.#mainFrame = mainFrame;
  }

  /** Number of documents so far: it changes when the tab shows another document. */
  get documents(): number {
    return this.#documents;
  }

  get isLoading(): boolean {
    return this.#loading;
  }

  /** Resolves on the next navigation event. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
