/**
 * Which processes live. Each has a number in `owners`, which owns its sessions and other live records. A process with a
 * connection of its own holds the advisory lock of that number, which PostgreSQL releases when the connection ends in
 * any way; one behind a pooler, where a lock would outlive it, writes the time instead.
 */
import type { QueryResult } from 'pg';

import { ConnectionEndedError } from './failures.ts';

export interface Queryable {
  query(sql: string, values?: unknown[]): Promise<QueryResult<Record<string, unknown>>>;
}

export interface OwnersOptions {
  schema: string;
  /** The number of this process. */
  id: number;
  /** `queryable` is a connection of its own, not one of a pool. */
  isLocked: boolean;
}

/** A process that has lost its connection has another one after this time, and keeps its records and claims. */
const graceMs = 3_000;
const heartbeatMs = 10_000;

export class Owners {
  readonly id: number;
  readonly #queryable: Queryable;
  readonly #table: string;
  readonly #isLocked: boolean;
  readonly #channel: string;
  /** When this process first saw that another one had no lock. */
  readonly #missing = new Map<string, number>();
  #beatAt = 0;

  constructor(queryable: Queryable, { schema, id, isLocked }: OwnersOptions) {
    this.#queryable = queryable;
    this.#table = `${schema}.owners`;
    this.#channel = channelOf(schema);
    this.#isLocked = isLocked;
    this.id = id;
  }

  async enter(): Promise<void> {
    if (this.#isLocked) await this.#queryable.query('SELECT pg_advisory_lock($1)', [this.id]);
    await this.#queryable.query(`INSERT INTO ${this.#table} (id, is_locked) VALUES ($1, $2)`, [
      this.id,
      this.#isLocked,
    ]);
    this.#beatAt = performance.now();
  }

  /** Removes the number with all that it owns. */
  async leave(): Promise<void> {
    await this.#queryable.query(`DELETE FROM ${this.#table} WHERE id = $1`, [this.id]);
  }

  /** Removes processes that have ended, with all that they owned, and wakes those who show it. */
  async sweep(): Promise<void> {
    const { rows } = await this.#queryable.query(
      `SELECT id, seen_at < now() - interval '60 seconds' AS is_old FROM ${this.#table} owner
       WHERE id <> $1 AND ${hasEnded}`,
      [this.id],
    );
    const ended = this.#endedLongEnough(rows);
    if (ended.length > 0) await this.#remove(ended);
    if (performance.now() - this.#beatAt > heartbeatMs) await this.#beat();
  }

  #endedLongEnough(rows: readonly Record<string, unknown>[]): string[] {
    const now = performance.now();
    const ids = rows.map(({ id }) => String(id));
    for (const id of this.#missing.keys()) if (!ids.includes(id)) this.#missing.delete(id);
    for (const id of ids) if (!this.#missing.has(id)) this.#missing.set(id, now);
    return rows
      .filter(({ id, is_old }) => is_old === true || now - (this.#missing.get(String(id)) ?? now) >= graceMs)
      .map(({ id }) => String(id));
  }

  async #remove(ids: readonly string[]): Promise<void> {
    await this.#queryable.query(
      `WITH gone AS (DELETE FROM ${this.#table} owner WHERE id = ANY($1) AND ${hasEnded} RETURNING id)
       SELECT pg_notify($2, '*') FROM gone LIMIT 1`,
      [ids, this.#channel],
    );
    for (const id of ids) this.#missing.delete(id);
  }

  async #beat(): Promise<void> {
    const { rowCount } = await this.#queryable.query(
      `UPDATE ${this.#table} SET seen_at = now() WHERE id = $1`,
      [this.id],
    );
    if (rowCount === 0)
      throw new ConnectionEndedError('Other processes removed this one, because they took it for ended.');
    this.#beatAt = performance.now();
  }
}

/** Of an owner without a lock: so long after it wrote the time. */
export const expirySeconds = 30;

const hasEnded = `
  CASE WHEN owner.is_locked THEN NOT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) | objid::bigint = owner.id
  ) ELSE owner.seen_at < now() - interval '${expirySeconds} seconds' END`;

/** On which processes of one schema notify each other. */
export function channelOf(schema: string): string {
  return `${schema}_wake`;
}
