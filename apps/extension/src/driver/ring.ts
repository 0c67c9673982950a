/** The newest entries, counted from 1; the oldest give way. */
export class Ring<T extends { readonly seq: number }> {
  readonly #most: number;
  #entries: T[] = [];
  #last = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(make: (seq: number) => T): T {
    const entry = make(++this.#last);
    this.#entries.push(entry);
    if (this.#entries.length > this.#most) this.#entries = this.#entries.slice(-Math.ceil(this.#most * 0.8));
    return entry;
  }

  replace(seq: number, entry: T): void {
    const at = this.#entries.findIndex((each) => each.seq === seq);
    if (at >= 0) this.#entries[at] = entry;
  }

  find(matches: (entry: T) => boolean): T | undefined {
    return this.#entries.findLast(matches);
  }

  page(after: number, limit: number, matches: (entry: T) => boolean): RingPage<T> {
    const found = this.#entries.filter((entry) => entry.seq > after && matches(entry));
    const entries = found.slice(0, limit);
    const more = found.length - entries.length;
    const last = more > 0 ? (entries.at(-1)?.seq ?? after) : this.#last;
    return { entries, last, more, dropped: (this.#entries[0]?.seq ?? 1) - 1 };
  }
}

export interface RingPage<T> {
  entries: T[];
  last: number;
  more: number;
  dropped: number;
}
