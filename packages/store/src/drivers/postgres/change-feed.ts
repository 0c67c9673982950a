/** Delivers the changes of one project to its subscribers, from the cursor of each. */
import type { Cursor, FeedEvent } from '@annotate-mcp/core';

import { decodeCursor } from '../../feed/feed-cursor.ts';
import { tellListener } from '../../feed/tell-listener.ts';
import type { FeedListener, Subscription } from '../../store.ts';

import type { DirectConnection, Wake, WakeListener } from './direct-connection.ts';

export interface ChangeFeedOptions {
  project: number;
  direct: DirectConnection;
  changesSince(cursor: Cursor): Promise<FeedEvent>;
  /** How often a reader looks by itself while this process cannot listen; `null` never. */
  safetyCheckMs: number | null;
  toError(error: unknown): unknown;
}

interface Subscriber {
  cursor: Cursor;
  listener: FeedListener;
  isFailing: boolean;
  /** Its listener is running, or its changes are being read. */
  isBusy: boolean;
  /** Something happened meanwhile, so it looks again. */
  isBehind: boolean;
}

/** How soon a server is tried again after a failed read. */
const againMs = 500;

export class ChangeFeed implements WakeListener {
  readonly #options: ChangeFeedOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** What several subscribers at the same cursor read at the same time. */
  readonly #reading = new Map<Cursor, Promise<FeedEvent>>();
  #stopListening: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  subscribe(cursor: Cursor, listener: FeedListener): Subscription {
    const subscriber = { cursor, listener, isFailing: false, isBusy: false, isBehind: false };
    if (this.#subscribers.size === 0) this.#start();
    this.#subscribers.add(subscriber);
    // For changes that were committed before.
    void this.#deliver(subscriber);
    return {
      close: () => {
        this.#subscribers.delete(subscriber);
        if (this.#subscribers.size === 0) this.close();
      },
    };
  }

  /** Reads on for each subscriber, because there may be a change. */
  wake(): void {
    for (const subscriber of this.#subscribers) void this.#deliver(subscriber);
  }

  onWake(wake: Wake | null): void {
    if (wake === null) this.wake();
    else if (wake.project === this.#options.project && 'n' in wake && this.#isBehind(wake.n)) this.wake();
  }

  get reads(): number {
    return this.#options.project;
  }

  onNewOwner(): void {
    // The feed writes no live records, so that nothing has to be written again.
  }

  /** The connection that listens cannot be made: changes arrive later, by the checks. */
  onError(error: unknown): void {
    for (const { listener } of this.#subscribers) listener.error(this.#options.toError(error));
  }

  close(): void {
    this.#subscribers.clear();
    this.#stopListening?.();
    this.#stopListening = null;
    clearInterval(this.#timer);
  }

  #start(): void {
    const { direct, safetyCheckMs } = this.#options;
    this.#stopListening = direct.listen(this);
    if (safetyCheckMs === null) return;
    // A connection that listens has a check of its own.
    this.#timer = setInterval(() => {
      if (!direct.isListening) this.wake();
    }, safetyCheckMs).unref();
  }

  #isBehind(n: number): boolean {
    return [...this.#subscribers].some(({ cursor }) => (decodeCursor(cursor)?.n ?? 0) < n);
  }

  async #deliver(subscriber: Subscriber): Promise<void> {
    subscriber.isBehind = true;
    if (subscriber.isBusy) return;
    subscriber.isBusy = true;
    try {
      while (subscriber.isBehind && this.#subscribers.has(subscriber)) {
        subscriber.isBehind = false;
        const event = await this.#next(subscriber);
        if (event === null) continue;
        subscriber.isBehind = true;
        await tellListener(subscriber.listener, event);
      }
    } finally {
      // Also when its `error` throws, so that it gets the next change.
      subscriber.isBusy = false;
    }
  }

  /** `null` when there is nothing more, or nothing can be read. */
  async #next(subscriber: Subscriber): Promise<FeedEvent | null> {
    try {
      const event = await this.#read(subscriber.cursor);
      if (!this.#subscribers.has(subscriber)) return null;
      subscriber.isFailing = false;
      subscriber.cursor = event.cursor;
      return event.type === 'changes' && event.changes.length === 0 ? null : event;
    } catch (error) {
      setTimeout(() => void this.#deliver(subscriber), againMs).unref();
      if (!subscriber.isFailing && this.#subscribers.has(subscriber)) {
        subscriber.isFailing = true;
        subscriber.listener.error(this.#options.toError(error));
      }
      return null;
    }
  }

  #read(cursor: Cursor): Promise<FeedEvent> {
    const reading = this.#reading.get(cursor);
    if (reading !== undefined) return reading;
    const started = this.#options.changesSince(cursor).finally(() => this.#reading.delete(cursor));
    this.#reading.set(cursor, started);
    return started;
  }
}
