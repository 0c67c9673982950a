import type { Change, Cursor } from '@annotate-mcp/core';
import type { Subscription } from '@annotate-mcp/store';

import type { AgentStore } from '../agent-store.ts';

/**
 * Waits for the next change in the store that matters. Create it before reading the store, so that no change is missed.
 */
export class ChangeSignal {
  readonly #subscription: Subscription;
  #hasChanged = false;
  /** Of the last event that matters. */
  #cursor: Cursor;
  #failure: { error: unknown } | null = null;
  #endWait: (() => void) | null = null;

  /** `matters` is asked for the changes of each event; for `null` when that may be anything. */
  constructor(store: AgentStore, from: Cursor, matters: (changes: readonly Change[] | null) => boolean) {
    this.#cursor = from;
    this.#subscription = store.subscribe(from, {
      event: (event) => {
        if (!matters(event.type === 'changes' ? event.changes : null)) return;
        this.#cursor = event.cursor;
        this.#signal();
      },
      error: (error) => {
        this.#failure = { error };
        this.#signal();
      },
    });
  }

  /**
   * Resolves on a change, at once if there was one since the last call, with the cursor of its event; else with `null`,
   * after `ms` or when the signal aborts.
   */
  async wait(ms: number, signal: AbortSignal): Promise<Cursor | null> {
    if (!this.#hasChanged) await this.#waitForSignal(ms, signal);
    if (this.#failure !== null) throw this.#failure.error;
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged ? this.#cursor : null;
  }

  close(): void {
    this.#subscription.close();
    this.#endWait?.();
  }

  #waitForSignal(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#endWait = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      else this.#endWait = end;
    });
  }

  #signal(): void {
    this.#hasChanged = true;
    this.#endWait?.();
  }
}
