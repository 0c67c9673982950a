import type { Change } from '@annotate-mcp/core';
import { listLeftOut, partsOf, type Store } from '@annotate-mcp/store';

import { followerOf, type KeptPart, type Moment } from './change-follower.ts';

/** How many annotations of a store agents do not get. */
export interface LeftOutCounts {
  /** They came with the repository and wait for the person. */
  withheld: number;
  /** Their records cannot be read. */
  unreadable: number;
}

/**
 * Counts them for every answer to an agent. To find them, every record must have been read and its seal checked once; from
 * then on only the records that have changed are looked at. `asOf` as in `bringUpToDate`.
 */
export async function countLeftOut(store: Store, asOf?: Moment): Promise<LeftOutCounts> {
  const { withheld, unreadable } = await counterOf(store).find(asOf);
  return { withheld: withheld.length, unreadable };
}

/** Ids of those that came with the repository and wait for the person. */
export async function listWithheld(store: Store): Promise<string[]> {
  return (await counterOf(store).find()).withheld;
}

function counterOf(store: Store): LeftOutCounter {
  const counter = counters.get(store) ?? new LeftOutCounter(store);
  counters.set(store, counter);
  return counter;
}

const counters = new WeakMap<Store, LeftOutCounter>();

class LeftOutCounter {
  readonly #store: Store;
  readonly #part: KeptPart;
  readonly #withheld = new Set<string>();
  /** Of the parts that deliver every change. */
  readonly #unreadable = new Set<string>();
  /** Of each part, when it was read: comments that came with a repository are withheld only as long as it is not trusted. */
  #trust: readonly boolean[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#part = {
      read: () => this.#read(),
      note: (change) => this.#note(change),
      forget: () => this.#forget(),
    };
  }

  async find(asOf?: Moment): Promise<{ withheld: string[]; unreadable: number }> {
    const follower = followerOf(this.#store);
    if (this.#trustNow().some((isTrusted, index) => isTrusted !== this.#trust[index]))
      follower.readMore(this.#part);
    await follower.bringUpToDate(this.#part, asOf);
    // A store that keeps its content in memory knows them, also those that a person has damaged in the file by hand.
    const inMemory = partsOf(this.#store).filter(({ feed }) => feed === 'state');
    const inFiles = await Promise.all(inMemory.map((part) => part.listUnreadable()));
    return {
      withheld: [...this.#withheld],
      unreadable: this.#unreadable.size + inFiles.flat().length,
    };
  }

  async #read(): Promise<void> {
    this.#forget();
    this.#trust = this.#trustNow();
    for (const part of partsOf(this.#store)) {
      const { withheld, unreadable } = await listLeftOut(part);
      for (const id of withheld) this.#withheld.add(id);
      if (part.feed === 'log') for (const id of unreadable) this.#unreadable.add(id);
    }
  }

  #note({ type, annotation: { id, status, origin } }: Change): void {
    if (type !== 'removed' && origin === 'repository' && status !== 'draft') this.#withheld.add(id);
    else this.#withheld.delete(id);
    this.#unreadable.delete(id);
  }

  #forget(): void {
    this.#withheld.clear();
    this.#unreadable.clear();
  }

  #trustNow(): boolean[] {
    return partsOf(this.#store).map((part) => part.isTrusted());
  }
}
