import { dirname } from 'node:path';

import { SerialQueue } from '@annotate-mcp/core';

import { closedStoreError } from '../../closed-store-error.ts';
import { createAnnotateFolder } from '../../files/annotate-folder.ts';
import { isReadOnlyError, toStoreError, unreadableError } from '../../files/failures.ts';
import { FileLock } from '../../files/file-lock.ts';
import { type Database, type Row, whenFree } from '../../sqlite/database.ts';

import { latestChanges, newest } from './annotations.ts';
import type { FileOptions } from './create-store.ts';
import { dropLogOf, openFile, type OpenFile } from './store-file.ts';

export interface ConnectionOptions extends FileOptions {
  lockFile: string;
  busyMs: number;
  /** Writes those of the changes again that the file does not have. */
  restore: (open: OpenFile, changes: readonly Row[]) => void;
}

/**
 * The database behind a path, even after the file there, or its log, was deleted or replaced.
 *
 * A process may lose its locks at any time: on POSIX systems it does when any code in it closes a descriptor of the file.
 * SQLite takes new locks for each transaction, but two for as long as the file is open, and relies on them:
 * - Without the one on the database, others take themselves for the last process and delete the log. None of ours does
 *   (see `Database.close`). When another program does, `isInPlace` notices it.
 * - Without the one on the shared memory, others take themselves for the first process and empty it, which damages or
 *   kills a process in a transaction. Hence transactions share a lock of our own that an opening process has alone.
 */
export class Connection {
  readonly #file: string;
  readonly #options: ConnectionOptions;
  readonly #lock: FileLock;
  readonly #writes = new SerialQueue();
  #open: OpenFile | null = null;
  #closed = false;
  #checked: { open: OpenFile | null; version: unknown } = { open: null, version: null };
  /** Changes in a log that is gone, until it is known that the file has them. */
  #unseen: readonly Row[] = [];

  constructor(file: string, options: ConnectionOptions) {
    const { lockFile, busyMs } = options;
    this.#file = file;
    this.#options = options;
    this.#lock = new FileLock(lockFile, {
      protects: file,
      busyMs,
      optional: true,
      createFolder: () => createAnnotateFolder(dirname(lockFile)),
    });
  }

  async read<T>(work: (open: OpenFile) => T): Promise<T> {
    return this.#toStoreError(() => whenFree(this.#options.busyMs, () => this.#use(work)));
  }

  /** Throws when the file is locked at the moment. */
  readNow<T>(work: (open: OpenFile) => T): T {
    try {
      return this.#use(work);
    } catch (error) {
      throw toStoreError(error, this.#file, this.#options.lockFile);
    }
  }

  /**
   * `work` runs in a transaction, again if need be, after all earlier writes. When this
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

  async close(): Promise<void> {
    if (this.#closed) return;
    // What only this process still sees would be lost with its connection.
    if (this.#open?.database.isFileInPlace() === true && !this.#open.database.isInPlace())
      await this.read(() => undefined).catch(() => undefined);
    this.#closed = true;
    const open = this.#open;
    this.#open = null;
    if (open !== null)
      await whenFree(closingMs, () => this.#share(open, () => open.database.close())).catch(() =>
        open.database.close(),
      );
    this.#lock.close();
  }

  async #toStoreError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, this.#file, this.#options.lockFile);
    }
  }

  #commit<T>(work: (open: OpenFile) => T): T {
    const done = this.#use((open) => {
      const { database } = open;
      const [before, result] = database.transaction(() => [newest(database), work(open)] as const);
      if (database.isInPlace()) return { result };
      // SQLite continues to write into files that were deleted meanwhile, where no process can read them.
      this.#leave(open, before);
      return null;
    });
    return done === null ? this.#commit(work) : done.result;
  }

  /** Runs `work` with the file at the path, while no process opens it. */
  #use<T>(work: (open: OpenFile) => T): T {
    if (this.#closed) throw closedStoreError(`sqlite:${this.#file}`);
    const open = this.#open ?? this.#reopen();
    const done = this.#share(open, () => {
      if (open.database.isInPlace()) {
        this.#restore(open);
        return { result: work(open) };
      }
      this.#leave(open);
      return null;
    });
    return done === null ? this.#use(work) : done.result;
  }

  #reopen(): OpenFile {
    const { lockFile } = this.#options;
    this.#open = this.#lock.runNow((lock) => {
      if (lock?.isPlain() === false)
        throw unreadableError(lockFile, 'has views or triggers, which no lock of ours has');
      return openFile(this.#file, this.#options, lock);
    });
    return this.#open;
  }

  /** Closes what is not in its place any more. Changes after the number `upTo` are given up. */
  #leave(open: OpenFile, upTo = Number.MAX_SAFE_INTEGER): void {
    this.#open = null;
    const isReplaced = !open.database.isFileInPlace();
    if (!isReplaced) this.#unseen = [...this.#unseen, ...changesIn(open.database, upTo)];
    open.database.close();
    if (isReplaced) dropLogOf(open, this.#file);
  }

  #restore(open: OpenFile): void {
    if (this.#unseen.length === 0) return;
    try {
      this.#options.restore(open, this.#unseen);
    } catch (error) {
      if (!isReadOnlyError(error)) throw error;
    }
    this.#unseen = [];
  }

  /** Without a write-ahead log there is no shared memory. */
  #share<T>({ journal }: OpenFile, work: () => T): T {
    return journal === 'wal' ? this.#lock.shareNow(work) : work();
  }
}

/** How long a store that is closed waits for processes that open it, in milliseconds. */
const closingMs = 1_000;

function changesIn(database: Database, upTo: number): Row[] {
  try {
    return latestChanges(database, upTo);
  } catch {
    // Without its log in place, SQLite may find pages that others have written since, which do not fit together.
    return [];
  }
}
