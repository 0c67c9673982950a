/** What a tab's page is doing: which document it shows, whether another one is on its way. */
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

  know(mainFrame: string): void {
    this.#mainFrame = mainFrame;
  }

  /** Counts documents: another number is another document. */
  get documents(): number {
    return this.#documents;
  }

  get isLoading(): boolean {
    return this.#loading;
  }

  /** Resolves with whatever happens next. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
