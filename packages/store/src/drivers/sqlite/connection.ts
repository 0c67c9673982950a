import { closed } from '../../closed.ts';
import { identityOf } from '../../files/identity.ts';
import { whenFree } from '../../sqlite/database.ts';
import { inWords } from '../../sqlite/errors.ts';

import { dropLogOf, type FileOptions, openFile, type OpenFile } from './store-file.ts';

/** The database behind a path, also after the file there was deleted or replaced. */
export class Connection {
  readonly #file: string;
  readonly #options: FileOptions & { busyMs: number };
  #open: OpenFile | null = null;
  #closed = false;

  constructor(file: string, options: FileOptions & { busyMs: number }) {
    this.#file = file;
    this.#options = options;
  }

  read<T>(work: (open: OpenFile) => T): T {
    try {
      return work(this.#current());
    } catch (error) {
      throw inWords(error, this.#file);
    }
  }

  /** `work` runs in a transaction, again if need be. When this returns, what it wrote is in the file at the path. */
  async write<T>(work: (open: OpenFile) => T): Promise<T> {
    try {
      return await whenFree(this.#options.busyMs, () => this.#commit(work));
    } catch (error) {
      throw inWords(error, this.#file);
    }
  }

  /** Whether another connection committed, or another file took the place, since this was last asked. */
  mayHaveChanged(): boolean {
    const before = this.#open;
    const version = this.read(({ database }) => database.get('PRAGMA data_version')?.data_version);
    const changed = before !== this.#open || version !== this.#dataVersion;
    this.#dataVersion = version;
    return changed;
  }
  #dataVersion: unknown;

  close(): void {
    this.#closed = true;
    this.#open?.database.close();
    this.#open = null;
  }

  #commit<T>(work: (open: OpenFile) => T): T {
    const open = this.#current();
    const result = open.database.transaction(() => work(open));
    // SQLite goes on writing into a file that was deleted meanwhile, where nobody will ever read it.
    return this.#isInPlace(open) ? result : this.#commit(work);
  }

  #current(): OpenFile {
    if (this.#closed) throw closed(`sqlite:${this.#file}`);
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
