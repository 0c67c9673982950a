import { SerialQueue } from '@annotate-mcp/core';

import { closedStoreError } from '../../closed-store-error.ts';
import { toStoreError } from '../../files/failures.ts';
import { identityOf } from '../../files/identity.ts';
import { whenFree } from '../../sqlite/database.ts';

import type { FileOptions } from './create-store.ts';
import { dropLogOf, openFile, type OpenFile } from './store-file.ts';

/** The database behind a path, also after the file there was deleted or replaced. */
export class Connection {
  readonly #file: string;
  readonly #options: FileOptions & { busyMs: number };
  readonly #writes = new SerialQueue();
  #open: OpenFile | null = null;
  #closed = false;
  #checked: { open: OpenFile | null; version: unknown } = { open: null, version: null };

  constructor(file: string, options: FileOptions & { busyMs: number }) {
    this.#file = file;
    this.#options = options;
  }

  async read<T>(work: (open: OpenFile) => T): Promise<T> {
    return this.#toStoreError(() => whenFree(this.#options.busyMs, () => work(this.#current())));
  }

  /** Throws when the file is locked at the moment. */
  readNow<T>(work: (open: OpenFile) => T): T {
    try {
      return work(this.#current());
    } catch (error) {
      throw toStoreError(error, this.#file);
    }
  }

  /**
   * `work` runs in a transaction, again if need be, after all writes that were asked for before it. When this
   * returns, what it wrote is in the file at the path.
   */
  async write<T>(work: (open: OpenFile) => T): Promise<T> {
    return this.#toStoreError(() =>
      this.#writes.run(() => whenFree(this.#options.busyMs, () => this.#commit(work))),
    );
  }

  /** Whether another connection committed, or another file replaced it, since the last call. */
  mayHaveChanged(): boolean {
    const version = this.readNow(({ database }) => database.get('PRAGMA data_version')?.data_version);
    const { open, version: before } = this.#checked;
    this.#checked = { open: this.#open, version };
    return open !== this.#open || before !== version;
  }

  close(): void {
    this.#closed = true;
    this.#open?.database.close();
    this.#open = null;
  }

  async #toStoreError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.#file);
    }
  }

  #commit<T>(work: (open: OpenFile) => T): T {
    const open = this.#current();
    const result = open.database.transaction(() => work(open));
    // SQLite continues to write into a file that was deleted meanwhile, where no process can read it.
    return this.#isInPlace(open) ? result : this.#commit(work);
  }

  #current(): OpenFile {
    if (this.#closed) throw closedStoreError(`sqlite:${this.#file}`);
    if (this.#open !== null && this.#isInPlace(this.#open)) return this.#open;
    if (this.#open !== null) {
      this.#open.database.close();
      dropLogOf(this.#open, this.#file, this.#options.lockFile);
      this.#open = null;
    }
    this.#open = openFile(this.#file, this.#options);
    return this.#open;
  }

  #isInPlace({ identity }: OpenFile): boolean {
    return identityOf(this.#file) === identity;
  }
}
