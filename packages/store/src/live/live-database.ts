/** The tables of what lives only as long as a process, in a file of their own: writing them wakes no reader of annotations. */
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { closedStoreError } from '../closed-store-error.ts';
import { createAnnotateFolder } from '../files/annotate-folder.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { isBusy, isDamaged, isReadOnlyError, toStoreError } from '../files/failures.ts';
import { Database, whenFree } from '../sqlite/database.ts';

const recordTables = ['agents', 'works', 'questions', 'look_requests', 'look_answers'] as const;
export const liveTables = ['sessions', ...recordTables] as const;
export type LiveTable = (typeof liveTables)[number];

const tables = `
  CREATE TABLE IF NOT EXISTS sessions (
    store TEXT NOT NULL,
    id TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    machine TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    heartbeat_at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (store, id)
  );
  ${recordTables
    .map(
      (name) => `CREATE TABLE IF NOT EXISTS ${name} (
    store TEXT NOT NULL,
    id TEXT NOT NULL,
    machine TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    heartbeat_at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (store, id)
  );`,
    )
    .join('\n  ')}`;

export const inMemory = ':memory:';

/** Opened when first used. Deleted by hand, it is made again: it holds nothing that a restart does not renew. */
export class LiveDatabase {
  #file: string;
  readonly #busyMs: number;
  readonly #renewals: ((database: Database) => void)[] = [];
  #closed = false;
  #open: Database | null = null;

  constructor(file: string, busyMs: number) {
    this.#file = file;
    this.#busyMs = busyMs;
  }

  /** Called whenever the file is opened, even after it was deleted, so that callers write their rows again. */
  onOpen(renew: (database: Database) => void): void {
    this.#renewals.push(renew);
  }

  async use<T>(work: (database: Database) => T): Promise<T> {
    try {
      return await whenFree(this.#busyMs, () => this.#run(work));
    } catch (error) {
      throw toStoreError(error, this.#file);
    }
  }

  /** For rows to remove: without the file there are none, and it need not be created for that. */
  async useIfExists(work: (database: Database) => void): Promise<void> {
    if (this.#file === inMemory || existsSync(this.#file)) await this.use(work);
  }

  close(): void {
    this.#closed = true;
    this.#open?.close();
    this.#open = null;
  }

  #run<T>(work: (database: Database) => T): T {
    const database = this.#current();
    const result = work(database);
    // SQLite continues to write into a file that was deleted meanwhile.
    return database.isInPlace() ? result : this.#run(work);
  }

  #current(): Database {
    if (this.#closed) throw closedStoreError(this.#file);
    if (this.#open?.isInPlace() === true) return this.#open;
    this.#open?.close();
    this.#open = null;
    try {
      return this.#openFile();
    } catch (error) {
      if (!isReadOnlyError(error) && !hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
      // On a read-only disk agents may still read: then only this process knows that they are connected.
      this.#file = inMemory;
      return this.#openFile();
    }
  }

  #openFile(): Database {
    if (this.#file !== inMemory) {
      createAnnotateFolder(dirname(this.#file));
      removeUnlessOurs(this.#file);
    }
    const database = new Database(this.#file);
    try {
      useRollbackJournal(database);
      // Losing the last heartbeats in a power cut loses nothing, so no write waits for the disk.
      database.exec(`PRAGMA synchronous = OFF; ${tables}`);
      database.noteFiles();
      for (const renew of this.#renewals) renew(database);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#open = database;
    return database;
  }
}

/**
 * Between two writes it has no lock that this process could lose (see drivers/sqlite/connection.ts), and it works on file
 * systems that machines share. An older release may have the file open with a write-ahead log, which then stays.
 */
function useRollbackJournal(database: Database): void {
  try {
    database.exec('PRAGMA journal_mode = truncate');
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/** A file that is damaged, or that another program has made, is replaced by a new one. */
function removeUnlessOurs(file: string): void {
  if (!existsSync(file) || isOurs(file)) return;
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

function isOurs(file: string): boolean {
  const database = new Database(file);
  try {
    return database.isPlain();
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}
