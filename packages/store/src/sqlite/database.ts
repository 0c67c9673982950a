import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { isBusy } from '../files/failures.ts';
import { identityOf } from '../files/identity.ts';
import { makePrivate, reservePrivately } from '../files/private-file.ts';

import { requireSqlite } from './require-sqlite.ts';

export type Row = Record<string, SQLOutputValue>;

interface DatabaseOptions {
  readOnly?: boolean;
  /** In milliseconds; blocks the process: use `whenFree` to wait for a lock. */
  timeout?: number;
  /** For a file with a write-ahead log that other processes have open: see `close`. */
  keepsLog?: boolean;
}

/**
 * One connection with its prepared statements. Rows are read whole: an unfinished iterator would keep the
 * write-ahead log, which then grows without end.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #file: string | URL;
  readonly #path: string;
  readonly #keepsLog: boolean;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = true;
  #identities: ReadonlyMap<string, string> = new Map();
  #sharedMemorySize = 0;

  constructor(file: string | URL, { readOnly = false, timeout = 2, keepsLog = false }: DatabaseOptions = {}) {
    requireSqlite();
    if (!readOnly && typeof file === 'string' && file !== ':memory:') keepPrivate(file);
    this.#file = file;
    this.#path = typeof file === 'string' ? file : fileURLToPath(file);
    this.#keepsLog = keepsLog;
    this.#connection = connect(file, readOnly);
    if (keepsLog) closeOnExit(this);
    // By pragma and not by option, which the oldest Node we run on does not have.
    this.exec(`PRAGMA busy_timeout = ${timeout}`);
  }

  /** Makes a function of this process available in SQL. */
  define(name: string, work: (...values: SQLOutputValue[]) => SQLInputValue): void {
    this.#connection.function(name, { deterministic: true }, work);
  }

  /**
   * Whether all it consists of is tables and indexes, as everything of ours. Views, triggers, virtual tables and computed
   * columns would run what the file's author wrote whenever it is read or written.
   */
  isPlain(): boolean {
    const active = this.get(
      "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'create virtual%' LIMIT 1",
    );
    const computed = this.get(
      "SELECT 1 FROM sqlite_schema AS s, pragma_table_xinfo(s.name) WHERE s.type = 'table' AND hidden > 0 LIMIT 1",
    );
    return active === undefined && computed === undefined;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Either all of `work` is committed or none of it. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Ends a transaction, if there is one. */
  rollBack(): void {
    try {
      this.exec('ROLLBACK');
    } catch {
      // Some failures (a full disk) and `close` have ended the transaction already.
    }
  }

  /** Notes which files are open, for `isInPlace`. SQLite has opened all of them after the first read. */
  noteFiles(): void {
    // A file that is opened as one that no process changes (by a URL) is read without its log.
    const hasLog = this.#file === this.#path && this.get('PRAGMA journal_mode')?.journal_mode === 'wal';
    const ends = hasLog ? ['', '-wal', '-shm'] : [''];
    this.#identities = new Map(ends.map((end) => [end, identityOf(`${this.#path}${end}`)]));
  }

  /**
   * Whether its path, and those of its log, still lead to the files that are open: otherwise no other process sees what
   * is written here, and this one does not see what others write.
   */
  isInPlace(): boolean {
    const isSame = [...this.#identities.keys()].every((end) => this.#isSame(end));
    return isSame && !(this.#identities.has('-shm') && this.#hasShrunk());
  }

  /** As `isInPlace`, for its own path alone. */
  isFileInPlace(): boolean {
    return this.#isSame('');
  }

  /**
   * Whatever was committed is in the file afterwards, unless others use the log at the moment; `keepsLog` leaves the log
   * there, empty. SQLite would delete it with the last connection, by its name: also under a process that has the file
   * open but has lost its locks, and also when that name belongs to another log by now. Hence another connection has
   * the file open meanwhile. That one only reads, and SQLite cannot lock what it only reads in order to delete the log.
   * (On Windows it can, but there no process loses its locks.)
   */
  close(): void {
    if (!this.#isOpen) return;
    const guard = this.#keepsLog ? this.#guardLog() : null;
    this.#isOpen = false;
    if (this.#keepsLog) doNotCloseOnExit(this);
    this.#statements.clear();
    this.#connection.close();
    guard?.close();
  }

  /** `null` when there is no log, or another file has its path: SQLite then leaves the log alone. */
  #guardLog(): DatabaseSync | null {
    const isNoted = this.#identities.size > 0;
    if (isNoted && !(this.#identities.has('-wal') && this.isFileInPlace())) return null;
    // A log that others do not see any more must not be written over what they have written since.
    if (this.isInPlace()) tryTo(() => this.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    return tryTo(() => {
      const guard = connect(this.#path, true);
      // From its first read on it has the file locked, whether it can read the log or not.
      tryTo(() => guard.prepare('SELECT 1 FROM sqlite_schema').get());
      return guard;
    });
  }

  #isSame(end: string): boolean {
    return identityOf(`${this.#path}${end}`) === this.#identities.get(end);
  }

  /** A process that found no lock on the shared memory has emptied it: the lock of this process is lost. */
  #hasShrunk(): boolean {
    const size = statSync(`${this.#path}-shm`, { throwIfNoEntry: false })?.size ?? 0;
    if (size < this.#sharedMemorySize) return true;
    this.#sharedMemorySize = size;
    return false;
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function connect(file: string | URL, readOnly: boolean): DatabaseSync {
  // Not imported at the top: a build imports this package on any version of Node.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  return new DatabaseSync(file, { readOnly });
}

/** Node closes what is still open when a process ends by itself, but in its own way. */
function closeOnExit(database: Database): void {
  if (closedOnExit.size === 0) process.on('exit', closeAll);
  closedOnExit.add(database);
}

function doNotCloseOnExit(database: Database): void {
  closedOnExit.delete(database);
  if (closedOnExit.size === 0) process.off('exit', closeAll);
}

const closedOnExit = new Set<Database>();

function closeAll(): void {
  for (const database of closedOnExit) tryTo(() => database.close());
}

/** `null` when it fails: what a closing connection cannot do, the next one that is opened or closed does. */
function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** SQLite gives its log and its shared memory the permissions of the database. */
function keepPrivate(file: string): void {
  reservePrivately(file);
  for (const end of ['', '-wal', '-shm', '-journal']) makePrivate(`${file}${end}`);
}

/** Runs `attempt` until it does not find the database locked, for at most `busyMs`, without blocking the process. */
export async function whenFree<T>(busyMs: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + busyMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 16)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    // Random, so that two writers that collided do not collide again.
    await delay(pause * (0.5 + Math.random()));
  }
}
