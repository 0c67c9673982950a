/** Carries changes from a source to its subscribers: woken by events, checked now and then for one that was lost. */
import type { Cursor, FeedEvent } from '@annotate-mcp/core';

import type { FeedListener, Subscription } from '../store.ts';

import { FolderWatch } from './folder-watch.ts';

export interface FeedSource {
  /** What came after `cursor`; no changes when the reader is up to date. */
  changesSince(cursor: Cursor): FeedEvent;
  /** Whether another process may have written since this was last asked. Cheap. */
  mayHaveChanged(): boolean;
  /** Files whose change is news. */
  wakeFiles: readonly string[];
  safetyCheckMs: number | null;
}

interface Subscriber {
  cursor: Cursor;
  listener: FeedListener;
  failing: boolean;
}

export class Feed {
  readonly #source: FeedSource;
  readonly #subscribers = new Set<Subscriber>();
  readonly #watches: FolderWatch[];
  #timer: NodeJS.Timeout | undefined;
  #scheduled = false;

  constructor(source: FeedSource) {
    this.#source = source;
    this.#watches = source.wakeFiles.map((file) => new FolderWatch(file, () => this.wake()));
  }

  subscribe(cursor: Cursor, listener: FeedListener): Subscription {
    const subscriber = { cursor, listener, failing: false };
    if (this.#subscribers.size === 0) this.#start();
    this.#subscribers.add(subscriber);
    // Whatever was written before the watch began.
    this.wake();
    return {
      close: () => {
        this.#subscribers.delete(subscriber);
        if (this.#subscribers.size === 0) this.close();
      },
    };
  }

  /** Something may be new. Never calls a listener before the caller's own work is done. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      for (const subscriber of this.#subscribers) this.#deliver(subscriber);
    });
  }

  close(): void {
    this.#subscribers.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const watch of this.#watches) watch.stop();
  }

  #start(): void {
    for (const watch of this.#watches) watch.start();
    const { safetyCheckMs } = this.#source;
    if (safetyCheckMs !== null) this.#timer = setInterval(() => this.#check(), safetyCheckMs).unref();
  }

  #check(): void {
    for (const watch of this.#watches) watch.renew();
    const failing = [...this.#subscribers].some((subscriber) => subscriber.failing);
    if (failing || this.#source.mayHaveChanged()) this.wake();
  }

  #deliver(subscriber: Subscriber): void {
    try {
      while (this.#subscribers.has(subscriber)) {
        const event = this.#source.changesSince(subscriber.cursor);
        subscriber.failing = false;
        if (event.type === 'changes' && event.changes.length === 0) return;
        // Moved on first: a listener that throws must not be given the same event for ever.
        subscriber.cursor = event.cursor;
        subscriber.listener.event(event);
      }
    } catch (error) {
      if (subscriber.failing) return;
      subscriber.failing = true;
      subscriber.listener.error(error);
    }
  }
}
