import { lstatSync, mkdirSync, rmdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { SerialQueue } from '@annotate-mcp/core';

import { Database, whenFree } from '../sqlite/database.ts';

import { hasErrorCode } from './error-code.ts';
import { damagedLockError, isBusy, isDamaged, isReadOnlyError, toStoreError } from './failures.ts';
import { identityOf } from './identity.ts';

/** How long a process may take the lock again and again before it lets others have it. */
const turnMs = 20;
const giveWayMs = 3;

export interface FileLockOptions {
  /** The file that the lock protects; errors name it. */
  protects: string;
  /** How long `run` and `runSync` wait for other processes before they throw `store/busy`. */
  busyMs?: number;
  /** Runs the work without the lock where the lock file cannot be written: other files cannot be written there either. */
  optional?: boolean;
  /**
   * Empties a lock file that is damaged. Only for a folder of the user's own: the file in a project may have come with it,
   * and be something else.
   */
  heals?: boolean;
  /** Creates the folder of the lock file, with all folders above it unless given. */
  createFolder?: () => void;
}

type LockMode = 'EXCLUSIVE' | 'DEFERRED';

/**
 * A lock between processes. It is a transaction on a file of its own, because the system ends a transaction when its
 * process dies; a file whose existence is the lock would stay.
 */
export class FileLock {
  readonly #file: string;
  readonly #options: FileLockOptions;
  readonly #queue = new SerialQueue();
  #releasedAt = -Infinity;
  #turnBegan = -Infinity;
  #open: { database: Database; identity: string } | null = null;

  constructor(lockFile: string, options: FileLockOptions) {
    this.#file = lockFile;
    this.#options = options;
  }

  /**
   * Runs `work` while no other caller, in this process or another one, runs theirs. The lock is lost if other code of
   * this process opens and closes the lock file meanwhile, which POSIX takes for the end of the lock: where such code may
   * run, use `runSync`.
   */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const hold = await this.#waitFor(() => this.#begin('EXCLUSIVE'));
      try {
        return await work();
      } finally {
        hold?.rollBack();
      }
    });
  }

  /** As `run`, for work that is done when it returns: no other code of this process runs between. */
  runSync<T>(work: () => T): Promise<T> {
    return this.#inTurn(() => this.#waitFor(() => this.runNow(work)));
  }

  /**
   * As `runSync`, but throws at once when the lock is not free (`isBusy`). `work` may write into the lock's database; it
   * gets `null` where there is none, see `optional`.
   */
  runNow<T>(work: (lock: Database | null) => T): T {
    return this.#hold('EXCLUSIVE', work);
  }

  /** As `runNow`, at the same time as others that share the lock. */
  shareNow<T>(work: () => T): T {
    return this.#hold('DEFERRED', work);
  }

  close(): void {
    this.#open?.database.close();
    this.#open = null;
  }

  /** Waiting processes look now and then; a process that takes the lock again at once, without end, would starve them. */
  async #giveWay(): Promise<void> {
    const now = performance.now();
    const isSameTurn = now - this.#releasedAt < giveWayMs;
    if (isSameTurn && now - this.#turnBegan < turnMs) return;
    if (isSameTurn) await delay(giveWayMs);
    this.#turnBegan = performance.now();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      await this.#giveWay();
      try {
        return await work();
      } finally {
        this.#releasedAt = performance.now();
      }
    });
  }

  async #waitFor<T>(attempt: () => T): Promise<T> {
    const { busyMs = 30_000, protects } = this.#options;
    try {
      return await whenFree(busyMs, attempt);
    } catch (error) {
      throw isBusy(error) ? toStoreError(error, protects, this.#file) : error;
    }
  }

  #hold<T>(mode: LockMode, work: (lock: Database | null) => T): T {
    const database = this.#begin(mode);
    try {
      const result = work(database);
      database?.run('COMMIT');
      return result;
    } catch (error) {
      database?.rollBack();
      throw error;
    }
  }

  /** Returns the database with a transaction that is the lock; `null` where it is optional and cannot be had. */
  #begin(mode: LockMode): Database | null {
    const { optional = false, protects } = this.#options;
    try {
      return this.#beginInPlace(mode);
    } catch (error) {
      if (isBusy(error)) throw error;
      if (optional && (isReadOnlyError(error) || hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS')))
        return null;
      if (isDamaged(error)) throw damagedLockError(this.#file, error);
      throw toStoreError(error, protects, this.#file);
    }
  }

  #beginInPlace(mode: LockMode): Database {
    const { database, identity } = this.#openDatabase();
    database.run(`BEGIN ${mode}`);
    try {
      // A deferred transaction takes its lock when it reads.
      if (mode === 'DEFERRED') database.get('SELECT 1 FROM sqlite_schema');
      if (identityOf(this.#file) === identity) return database;
    } catch (error) {
      database.rollBack();
      throw error;
    }
    // The file was deleted while this process waited: other processes now wait at another file.
    database.rollBack();
    return this.#beginInPlace(mode);
  }

  #openDatabase(): { database: Database; identity: string } {
    if (this.#open !== null && identityOf(this.#file) === this.#open.identity) return this.#open;
    this.close();
    const { createFolder = () => mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 }) } =
      this.#options;
    createFolder();
    if (this.#options.heals === true) removeEmptyFolder(this.#file);
    this.#open = { database: this.#createDatabase(), identity: identityOf(this.#file) };
    return this.#open;
  }

  #createDatabase(mayHeal = this.#options.heals === true): Database {
    const database = new Database(this.#file);
    try {
      // SQLite finds out what is in the file when it first reads.
      database.get('SELECT 1 FROM sqlite_schema');
      return database;
    } catch (error) {
      database.close();
      if (!mayHeal || !isDamaged(error) || !lstatSync(this.#file).isFile()) throw error;
      // The file stays the same one, so a process that holds the lock still has it.
      truncateSync(this.#file);
      return this.#createDatabase(false);
    }
  }
}

/** SQLite says of a folder only that it cannot be opened, as of a file that cannot be written. */
function removeEmptyFolder(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  try {
    rmdirSync(file);
  } catch (cause) {
    throw damagedLockError(file, cause);
  }
}
