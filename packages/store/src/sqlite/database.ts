import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { isBusy } from '../files/failures.ts';
import { makePrivate, reservePrivately } from '../files/private-file.ts';

import { requireSqlite } from './require-sqlite.ts';

export type Row = Record<string, SQLOutputValue>;

/**
 * One connection with its prepared statements. Rows are read whole: an unfinished iterator would keep the
 * write-ahead log, which then grows without end.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = true;

  /** `timeout` in milliseconds blocks the process: use `whenFree` to wait for a lock. */
  constructor(
    file: string | URL,
    { readOnly = false, timeout = 2 }: { readOnly?: boolean; timeout?: number } = {},
  ) {
    requireSqlite();
    // Not imported at the top: a build imports this package on any version of Node.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    if (!readOnly && typeof file === 'string' && file !== ':memory:') keepPrivate(file);
    this.#connection = new DatabaseSync(file, { readOnly });
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

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#connection.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
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
