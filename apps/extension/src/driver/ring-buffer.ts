/** Keeps the newest entries, which are numbered from 1. */
export class RingBuffer<T extends { readonly seq: number }> {
  readonly #capacity: number;
  #entries: T[] = [];
  #last = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(create: (seq: number) => T): T {
    const entry = create(++this.#last);
    this.#entries.push(entry);
    // Removes a fifth at once, so that not each new entry copies the list.
    if (this.#entries.length > this.#capacity)
      this.#entries = this.#entries.slice(-Math.ceil(this.#capacity * 0.8));
    return entry;
  }

  replace(seq: number, entry: T): void {
    const index = this.#entries.findIndex((each) => each.seq === seq);
    if (index >= 0) this.#entries[index] = entry;
  }

  /** Number of the newest entry. */
  get last(): number {
    return this.#last;
  }

  remove(matches: (entry: T) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !matches(entry));
  }

  find(matches: (entry: T) => boolean): T | undefined {
    return this.#entries.findLast(matches);
  }

  page(after: number, limit: number, matches: (entry: T) => boolean): RingBufferPage<T> {
    const found = this.#entries.filter((entry) => entry.seq > after && matches(entry));
    const entries = found.slice(0, limit);
    const more = found.length - entries.length;
    const last = more > 0 ? (entries.at(-1)?.seq ?? after) : this.#last;
    return { entries, last, more, dropped: (this.#entries[0]?.seq ?? 1) - 1 };
  }
}

/** Whether an entry is of this ISO time or later. */
export function isSince({ at }: { readonly at: string }, since: string | undefined): boolean {
  return since === undefined || Date.parse(at) >= Date.parse(since);
}

interface RingBufferPage<T> {
  entries: T[];
  last: number;
  more: number;
  dropped: number;
}
