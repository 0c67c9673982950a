/**
 * Follows the changes of a store for all that this process keeps of it in memory: one read brings everything up to date,
 * where each part used to read the same changes for itself.
 */
import { type Change, type Cursor, type FeedEvent, SerialQueue } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

export type FollowedStore = Pick<Store, 'head' | 'changesSince'>;

/** Something that is kept of a store. */
export interface KeptPart {
  /** Reads from the store what is missing of it. What changes meanwhile is noted afterwards. */
  read(): Promise<void>;
  /** The same change may be noted again, and after a newer one that was read already: the newer one then comes again. */
  note(change: Change): void;
  /** Changes were missed: nothing of it is known any more. */
  forget(): void;
}

/** A time by `performance.now()`, or the cursor of an event that `hear` was called with. */
export type Moment = number | Cursor;

/** All of a process share one for each store. */
export function followerOf(store: FollowedStore): ChangeFollower {
  const follower = followers.get(store) ?? new ChangeFollower(store);
  followers.set(store, follower);
  return follower;
}

const followers = new WeakMap<FollowedStore, ChangeFollower>();

class ChangeFollower {
  readonly #store: FollowedStore;
  /** For each part whether it was read; the others are read when they are needed. */
  readonly #parts = new Map<KeptPart, boolean>();
  readonly #queue = new SerialQueue();
  /** Up to here the parts that were read are known; `null` when none is. */
  #cursor: Cursor | null = null;
  /** When the last complete read of changes began, by `performance.now()`. */
  #readAt = -Infinity;

  constructor(store: FollowedStore) {
    this.#store = store;
  }

  /** Afterwards the part has all that was stored at the moment `asOf`, and maybe more. Now unless given. */
  async bringUpToDate(part: KeptPart, asOf: Moment = performance.now()): Promise<void> {
    if (this.#parts.get(part) === true && this.#isKnown(asOf)) return;
    if (!this.#parts.has(part)) this.#parts.set(part, false);
    await this.#queue.run(async () => {
      // What others asked for meanwhile may have been read late enough.
      if (!this.#isKnown(asOf)) await this.#readChanges();
      if (this.#parts.get(part) !== false) return;
      await part.read();
      if (this.#parts.has(part)) this.#parts.set(part, true);
    });
  }

  /**
   * Takes what a subscription has read after `from`, so that it is not read again. Where this stands elsewhere, the next
   * one that asks for it reads.
   */
  hear(from: Cursor, event: FeedEvent): Promise<void> {
    // In turn, because a read that runs at the moment may bring older versions of the same annotations.
    return this.#queue.run(() => {
      if (this.#cursor !== from || event.type === 'resync') return;
      this.#cursor = event.cursor;
      for (const change of event.changes) this.#note(change);
    });
  }

  /** Something of it is missing, and is read before it is used the next time. */
  readMore(part: KeptPart): void {
    if (this.#parts.has(part)) this.#parts.set(part, false);
  }

  /** To be called when the part is not needed any more. */
  drop(part: KeptPart): void {
    this.#parts.delete(part);
    if (this.#parts.size === 0) this.#cursor = null;
  }

  #isKnown(asOf: Moment): boolean {
    return typeof asOf === 'number' ? this.#readAt > asOf : this.#cursor === asOf;
  }

  async #readChanges(): Promise<void> {
    const began = performance.now();
    let isComplete = false;
    while (!isComplete) {
      if (this.#cursor === null) {
        this.#forgetAll();
        this.#cursor = await this.#store.head();
        break;
      }
      const event = await this.#store.changesSince(this.#cursor);
      this.#cursor = event.cursor;
      if (event.type === 'resync') {
        this.#forgetAll();
        break;
      }
      for (const change of event.changes) this.#note(change);
      isComplete = event.changes.length === 0 || event.isUpToDate === true;
    }
    this.#readAt = began;
  }

  #note(change: Change): void {
    for (const [part, wasRead] of this.#parts) if (wasRead) part.note(change);
  }

  #forgetAll(): void {
    for (const part of this.#parts.keys()) {
      part.forget();
      this.#parts.set(part, false);
    }
  }
}
