import type { Audience } from '../annotations/announce.ts';

/** Keeps what a client cannot be told while its stream is closed, and tells it once when it opens. */
export class Mailbox implements Audience {
  readonly #client: Audience;
  readonly #kept = new Set<string>();
  #keptList = false;
  #isOpen = false;

  constructor(client: Audience) {
    this.#client = client;
  }

  get follows(): Audience['follows'] {
    return this.#client.follows;
  }

  updated(uri: string): void {
    if (this.#isOpen) this.#client.updated(uri);
    else this.#kept.add(uri);
  }

  listChanged(): void {
    if (this.#isOpen) this.#client.listChanged();
    else this.#keptList = true;
  }

  open(): void {
    this.#isOpen = true;
    // What it no longer follows it need not hear.
    for (const uri of this.#kept) if (this.follows?.has(uri) ?? true) this.#client.updated(uri);
    if (this.#keptList) this.#client.listChanged();
    this.#kept.clear();
    this.#keptList = false;
  }

  close(): void {
    this.#isOpen = false;
  }
}
