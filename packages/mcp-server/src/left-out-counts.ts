import type { Change } from '@annotate-mcp/core';
import { everyAnnotation, partsOf, type Store } from '@annotate-mcp/store';

import { followerOf, type KeptPart } from './change-follower.ts';

/** How many annotations of a store agents do not get. */
export interface LeftOutCounts {
  /** They came with the repository and wait for the person. */
  withheld: number;
  /** Their records cannot be read. */
  unreadable: number;
}

/**
 * Counts them for every answer to an agent. To find them, every record must be read and its seal checked, so that is done
 * once; from then on only the records that have changed are looked at. `asOf` as in `bringUpToDate`.
 */
export async function countLeftOut(store: Store, asOf?: number): Promise<LeftOutCounts> {
  const counter = counters.get(store) ?? new LeftOutCounter(store);
  counters.set(store, counter);
  return counter.count(asOf);
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

  async count(asOf?: number): Promise<LeftOutCounts> {
    const follower = followerOf(this.#store);
    if (this.#trustNow().some((isTrusted, index) => isTrusted !== this.#trust[index]))
      follower.readMore(this.#part);
    await follower.bringUpToDate(this.#part, asOf);
    // A store that keeps its content in memory knows them, also those that a person has damaged in the file by hand.
    const inFiles = await unreadableIn(this.#parts('state'));
    return { withheld: this.#withheld.size, unreadable: this.#unreadable.size + inFiles.length };
  }

  async #read(): Promise<void> {
    this.#forget();
    this.#trust = this.#trustNow();
    const withheld = everyAnnotation(this.#store, { origin: 'repository' }, { limit: 1_000 });
    for await (const { id } of withheld) this.#withheld.add(id);
    for (const id of await unreadableIn(this.#parts('log'))) this.#unreadable.add(id);
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

  #parts(feed: Store['feed']): Store[] {
    return partsOf(this.#store).filter((part) => part.feed === feed);
  }

  #trustNow(): boolean[] {
    return partsOf(this.#store).map((part) => part.isTrusted());
  }
}

async function unreadableIn(parts: readonly Store[]): Promise<string[]> {
  const found = await Promise.all(parts.map((part) => part.listUnreadable()));
  return found.flat().map(({ id }) => id);
}
