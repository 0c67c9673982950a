/** Delivers changes from a source to its subscribers: on file events, and on a periodic check for lost events. */
import { AnnotateError, type Cursor, type FeedEvent } from '@annotate-mcp/core';

import { isBusy } from '../files/failures.ts';
import { FolderWatch, type WatchedFolder } from '../files/file-watch.ts';
import type { FeedListener, Subscription } from '../store.ts';

import { tellListener } from './tell-listener.ts';
import { watchWakeFile } from './wake-file.ts';

export interface FeedSource {
  /** What came after `cursor`; no changes when the reader is up to date. */
  changesSince(cursor: Cursor): FeedEvent;
  /** Whether another process may have written since this was last asked. Cheap. */
  mayHaveChanged(): boolean;
  /** Files that processes touch when there is something to read. Their folders are created. */
  wakeFiles: readonly string[];
  /** Folders whose files do the same. They are not created. */
  wakeFolders?: readonly WatchedFolder[];
  safetyCheckMs: number | null;
}

interface Subscriber {
  cursor: Cursor;
  listener: FeedListener;
  failing: boolean;
  /** When the file was first found unreadable; `null` while it can be read. */
  unreadableSince: number | null;
  /** Its listener is running; changes that come meanwhile are read afterwards. */
  busy: boolean;
  /** There may be a change that it has not read. */
  isBehind: boolean;
}

/** What was read in one turn, for subscribers that are at the same cursor. */
type Reads = Map<Cursor, FeedEvent>;

/** How soon a store that is locked or being written is read again. */
const againMs = 20;
/** An editor or git that rewrites a file in place leaves half of it for a moment, which does no harm. */
const rewrittenWithinMs = 500;

export class Feed {
  readonly #source: FeedSource;
  readonly #subscribers = new Set<Subscriber>();
  readonly #watches: FolderWatch[];
  #timer: NodeJS.Timeout | undefined;
  #scheduled = false;

  constructor(source: FeedSource) {
    this.#source = source;
    const wake = () => this.wake();
    this.#watches = [
      ...source.wakeFiles.map((file) => watchWakeFile(file, wake)),
      ...(source.wakeFolders ?? []).map((folder) => new FolderWatch(folder, wake)),
    ];
  }

  subscribe(cursor: Cursor, listener: FeedListener): Subscription {
    const subscriber = {
      cursor,
      listener,
      failing: false,
      unreadableSince: null,
      busy: false,
      isBehind: false,
    };
    if (this.#subscribers.size === 0) this.#start();
    this.#subscribers.add(subscriber);
    // For changes that were written before the watch began.
    this.wake();
    return {
      close: () => {
        this.#subscribers.delete(subscriber);
        if (this.#subscribers.size === 0) this.close();
      },
    };
  }

  /** Reads on for each subscriber, because there may be a change. Never calls a listener before the caller's own work is done. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      const reads: Reads = new Map();
      for (const subscriber of this.#subscribers) void this.#deliver(subscriber, reads);
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
    const isRenewed = this.#watches.filter((watch) => watch.renew()).length > 0;
    if (isRenewed || this.#isFailing() || this.#mayHaveChanged()) this.wake();
  }

  #isFailing(): boolean {
    return [...this.#subscribers].some((subscriber) => subscriber.failing);
  }

  /** A source that cannot be asked is read, so that its subscribers learn why. */
  #mayHaveChanged(): boolean {
    try {
      return this.#source.mayHaveChanged();
    } catch {
      return true;
    }
  }

  async #deliver(subscriber: Subscriber, reads: Reads): Promise<void> {
    subscriber.isBehind = true;
    if (subscriber.busy) return;
    subscriber.busy = true;
    try {
      // Others may have been told of what `reads` has by the time that this listener is done.
      for (let shared = reads; subscriber.isBehind; shared = new Map()) {
        subscriber.isBehind = false;
        const event = this.#next(subscriber, shared);
        if (event === null) continue;
        subscriber.isBehind = event.type === 'resync' || event.isUpToDate !== true;
        await tellListener(subscriber.listener, event);
      }
    } finally {
      // Also when its `error` throws, so that it gets the next change.
      subscriber.busy = false;
    }
  }

  /** `null` when there is nothing more, or nothing can be read. */
  #next(subscriber: Subscriber, reads: Reads): FeedEvent | null {
    if (!this.#subscribers.has(subscriber)) return null;
    try {
      const event = reads.get(subscriber.cursor) ?? this.#source.changesSince(subscriber.cursor);
      reads.set(subscriber.cursor, event);
      subscriber.failing = false;
      subscriber.unreadableSince = null;
      subscriber.cursor = event.cursor;
      return event.type === 'changes' && event.changes.length === 0 ? null : event;
    } catch (error) {
      if (isUnreadable(error)) subscriber.unreadableSince ??= performance.now();
      if (isBusy(error) || (isUnreadable(error) && mayBeHalfWritten(subscriber)))
        setTimeout(() => this.wake(), againMs).unref();
      else if (!subscriber.failing) {
        subscriber.failing = true;
        subscriber.listener.error(error);
      }
      return null;
    }
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'store/unreadable';
}

function mayBeHalfWritten({ unreadableSince }: Subscriber): boolean {
  return unreadableSince !== null && performance.now() - unreadableSince < rewrittenWithinMs;
}
