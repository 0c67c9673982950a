import type { Change, Cursor } from '@annotate-mcp/core';
import { everyAnnotation, partsOf, type Store } from '@annotate-mcp/store';

/** How many annotations of a store agents do not get. */
export interface LeftOutCounts {
  /** They came with the repository and wait for the person. */
  withheld: number;
  /** Their records cannot be read. */
  unreadable: number;
}

/**
 * Counts them for every answer to an agent. To find them, every record must be read and its seal checked, so that is done
 * once; from then on only the records that have changed are looked at.
 */
export async function countLeftOut(store: Store): Promise<LeftOutCounts> {
  const counts = await Promise.all(partsOf(store).map(countInPart));
  return {
    withheld: sumOf(counts.map(({ withheld }) => withheld)),
    unreadable: sumOf(counts.map(({ unreadable }) => unreadable)),
  };
}

function countInPart(store: Store): Promise<LeftOutCounts> {
  const counter = counters.get(store) ?? new LeftOutCounter(store);
  counters.set(store, counter);
  return counter.count();
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

const counters = new WeakMap<Store, LeftOutCounter>();

interface LeftOutIds {
  /** All changes before this position are in the two sets. */
  cursor: Cursor;
  /** Of the store's repository; comments that came with it are withheld only as long as it is not trusted. */
  isTrusted: boolean;
  withheld: Set<string>;
  unreadable: Set<string>;
}

class LeftOutCounter {
  readonly #store: Store;
  /** The last count that was asked for. The next one waits for it, because it goes on from there. */
  #last: Promise<LeftOutIds | null> = Promise.resolve(null);

  constructor(store: Store) {
    this.#store = store;
  }

  async count(): Promise<LeftOutCounts> {
    // After a failure the next count begins anew.
    const next = this.#last.catch(() => null).then((ids) => this.#update(ids));
    this.#last = next;
    const { withheld, unreadable } = await next;
    return { withheld: withheld.size, unreadable: unreadable.size };
  }

  async #update(ids: LeftOutIds | null): Promise<LeftOutIds> {
    if (ids?.isTrusted !== this.#store.isTrusted()) return this.#find();
    const event = await this.#store.changesSince(ids.cursor);
    if (event.type === 'resync') return this.#find();
    if (event.changes.length === 0) return { ...ids, unreadable: await this.#unreadable(ids) };
    applyTo(ids, event.changes);
    // One event may hold only some of the changes.
    return this.#update({ ...ids, cursor: event.cursor });
  }

  /** A store that keeps its content in memory knows them, also those that a person has damaged in the file by hand. */
  async #unreadable(known: LeftOutIds | null): Promise<Set<string>> {
    if (known !== null && this.#store.feed === 'log') return known.unreadable;
    return new Set((await this.#store.listUnreadable()).map(({ id }) => id));
  }

  /** Reads the whole store. */
  async #find(): Promise<LeftOutIds> {
    const isTrusted = this.#store.isTrusted();
    const cursor = await this.#store.head();
    return { cursor, isTrusted, withheld: await this.#withheld(), unreadable: await this.#unreadable(null) };
  }

  async #withheld(): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const { id } of everyAnnotation(this.#store, { origin: 'repository' }, { limit: 1_000 })) {
      found.add(id);
    }
    return found;
  }
}

function applyTo({ withheld, unreadable }: LeftOutIds, changes: readonly Change[]): void {
  for (const { type, annotation } of changes) {
    const { id, status, origin } = annotation;
    if (type !== 'removed' && origin === 'repository' && status !== 'draft') withheld.add(id);
    else withheld.delete(id);
    unreadable.delete(id);
  }
}
