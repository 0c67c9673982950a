/** Waits until nothing changes in a page any more, or until something does. */

export interface Waiting {
  readonly document: Document;
  readonly signal: AbortSignal;
}

/** Notes every change of the page, also while its caller does something else. */
export class PageChanges {
  readonly #observer: MutationObserver;
  readonly #signal: AbortSignal;
  #changed = false;
  #onChange: (() => void) | null = null;

  constructor({ document, signal }: Waiting) {
    this.#signal = signal;
    this.#observer = new MutationObserver((records) => {
      if (records.every(({ target }) => target.nodeName.toLowerCase() === 'nga-overlay')) return;
      this.#changed = true;
      this.#onChange?.();
    });
    this.#observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    signal.addEventListener('abort', () => this.close());
  }

  /** Only what changes from now on counts. */
  forget(): void {
    this.#observer.takeRecords();
    this.#changed = false;
  }

  /** `true` at the first change since `forget`, `false` when there was none and `ms` have passed. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#changed && ms > 0 && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#onChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#onChange = null;
    }
    return this.#changed;
  }

  /** Resolves when nothing has changed for `quietMs`, after `mostMs` at the latest. */
  async waitUntilQuiet(quietMs: number, mostMs: number): Promise<void> {
    const deadline = performance.now() + mostMs;
    let left = mostMs;
    while (left > 0 && !this.#signal.aborted) {
      this.forget();
      if (!(await this.wait(Math.min(quietMs, left)))) return;
      left = deadline - performance.now();
    }
  }

  close(): void {
    this.#observer.disconnect();
    this.#onChange?.();
  }
}

/** Resolves when the page is in front. Behind others its transitions stand still, so what it shows says nothing. */
export function whenVisible({ document, signal }: Waiting): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
  });
}
