import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { isBusy } from './errors.ts';

export type Row = Record<string, SQLOutputValue>;

/**
 * One connection with its prepared statements. Rows are read whole: an iterator left half-way would pin the
 * write-ahead log, which then grows without end.
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** `timeout` in milliseconds blocks the process: a lock is better waited for with `whenFree`. */
  constructor(
    file: string | URL,
    { readOnly = false, timeout = 2 }: { readOnly?: boolean; timeout?: number } = {},
  ) {
    this.#connection = new DatabaseSync(file, { readOnly, timeout });
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
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
      if (this.#connection.isTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
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
    // Random, so that writers that met once do not meet again.
    await delay(pause * (0.5 + Math.random()));
  }
}
