import type { Cursor } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

/** Rings when something in the store changes. Hang it up before looking, or what comes in between is missed. */
export class Bell {
  readonly #subscription: Subscription;
  #rung = false;
  #failure: { error: unknown } | null = null;
  #waiting: (() => void) | null = null;

  constructor(store: Store, from: Cursor) {
    this.#subscription = store.subscribe(from, {
      event: () => this.#ring(),
      error: (error) => {
        this.#failure = { error };
        this.#ring();
      },
    });
  }

  /** `true` when it rang, at once if it did since the last time; `false` after `ms` or when the signal aborts. */
  async heard(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#rung) await this.#silence(ms, signal);
    if (this.#failure !== null) throw this.#failure.error;
    const heard = this.#rung;
    this.#rung = false;
    return heard;
  }

  close(): void {
    this.#subscription.close();
    this.#waiting?.();
  }

  #silence(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      else this.#waiting = end;
    });
  }

  #ring(): void {
    this.#rung = true;
    this.#waiting?.();
  }
}
