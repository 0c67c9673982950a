import { lstatSync, mkdirSync, rmdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { SerialQueue } from '@annotate-mcp/core';

import { Database, whenFree } from '../sqlite/database.ts';

import { hasErrorCode } from './error-code.ts';
import { damagedLockError, isDamaged, isReadOnlyError, toStoreError } from './failures.ts';
import { identityOf } from './identity.ts';

/** How long a process may take the lock again and again before it lets others have it. */
const turnMs = 20;
const giveWayMs = 3;

export interface FileLockOptions {
  /** The file that the lock protects; errors name it. */
  protects: string;
  /** How long `run` waits for other processes before it throws `store/busy`. */
  busyMs?: number;
  /** Runs the work without the lock where the lock file cannot be written: other files cannot be written there either. */
  optional?: boolean;
  /**
   * Empties a lock file that is damaged. Only for a folder of the user's own: the file in a project may have come with it,
   * and be something else.
   */
  heals?: boolean;
}

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

  /** Runs `work` while no other caller of `run`, in this process or another one, runs theirs. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      await this.#giveWay();
      const release = await this.#acquire();
      try {
        return await work();
      } finally {
        release();
        this.#releasedAt = performance.now();
      }
    });
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

  async #acquire(): Promise<() => void> {
    const { busyMs = 30_000, optional = false, protects } = this.#options;
    try {
      return await whenFree(busyMs, () => this.#begin());
    } catch (error) {
      if (optional && (isReadOnlyError(error) || hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS')))
        return () => undefined;
      if (isDamaged(error)) throw damagedLockError(this.#file, error);
      throw toStoreError(error, protects, this.#file);
    }
  }

  #begin(): () => void {
    const { database, identity } = this.#openDatabase();
    database.exec('BEGIN IMMEDIATE');
    if (identityOf(this.#file) === identity) return () => database.rollBack();
    // The file was deleted while this process waited: other processes now wait at another file.
    database.rollBack();
    return this.#begin();
  }

  #openDatabase(): { database: Database; identity: string } {
    if (this.#open !== null && identityOf(this.#file) === this.#open.identity) return this.#open;
    this.close();
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    if (this.#options.heals === true) removeEmptyFolder(this.#file);
    this.#open = { database: this.#createDatabase(), identity: identityOf(this.#file) };
    return this.#open;
  }

  #createDatabase(mayHeal = this.#options.heals === true): Database {
    const database = new Database(this.#file);
    try {
      // SQLite creates the file when it is first locked.
      database.transaction(() => null);
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
