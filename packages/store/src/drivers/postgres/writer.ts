/**
 * One transaction for each change. The numbers of changes come from the project's row, which is updated last: it stays
 * locked until the commit, so that change 8 can be seen only when 7 can.
 */
import { randomBytes } from 'node:crypto';

import type { PoolClient } from 'pg';

import { type Annotation, type Change, placeKeyOf, SerialQueue } from '@annotate-mcp/core';

import {
  goneProjectError,
  isConnectionLost,
  isForeignKeyViolation,
  unknownOutcomeError,
} from './failures.ts';
import type { Project } from './project.ts';
import { columnNames, type Columns, integer, toColumns } from './rows.ts';
import { searchable } from './searchable.ts';
import type { Server } from './server.ts';

/** One annotation as it becomes. */
export interface Write {
  type: Change['type'];
  /** What is replaced or removed. */
  before: Annotation | null;
  /** As it becomes; as it was, when it is removed. */
  annotation: Annotation;
  isForeign: boolean;
}

/** A change as two steps, both repeated when the transaction has to be. */
export interface Operation<Rows, Result> {
  /** Reads what the change is about, and locks it. */
  lock(client: PoolClient): Promise<Rows>;
  /** A pure function of what was read. What it throws is thrown, and nothing is written. */
  decide(rows: Rows): { result: Result; writes: Write[] };
}

export interface WriterOptions {
  server: Server;
  project: Project;
  url: string;
  /** How long a write waits for a server that cannot be reached, and for other writers. */
  busyMs: number;
  keepChanges: number;
}

/** Every so many changes the oldest ones are removed. */
const pruneEvery = 64;
/** More are removed by the next ones, so that no single statement takes long. */
const pruneAtMost = 1_000;

export class Writer {
  readonly #options: WriterOptions;
  readonly #queue = new SerialQueue();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Writes of one store do not overtake each other. When this returns, the change is committed. */
  write<Rows, Result>(operation: Operation<Rows, Result>): Promise<Result> {
    return this.#queue.run(() => this.#write(operation));
  }

  async #write<Rows, Result>(operation: Operation<Rows, Result>): Promise<Result> {
    const { server, project, busyMs, url } = this.#options;
    const { direct } = server;
    const tag = randomBytes(8).toString('hex');
    // What was decided, once its COMMIT has been sent and not been answered.
    const commit: { unanswered: { result: Result } | null } = { unanswered: null };
    const attempt = async (client: PoolClient): Promise<Result> => {
      // Both are sent at once, and so are the change and its COMMIT: what is locked waits for the disk and not for us.
      const [, rows] = await Promise.all([this.#begin(client), operation.lock(client)]);
      // What the lost transaction locked is locked by this one now, so it has ended: it is in the log, or never will be.
      const recorded = commit.unanswered === null ? null : await this.#recorded(client, tag);
      if (commit.unanswered !== null && recorded !== null) {
        await client.query('ROLLBACK');
        direct.announce(project.id, recorded);
        return commit.unanswered.result;
      }
      commit.unanswered = null;
      const { result, writes } = operation.decide(rows);
      if (writes.length === 0) {
        await client.query('ROLLBACK');
        return result;
      }
      commit.unanswered = { result };
      const newest = await this.#commit(client, tag, writes);
      direct.announce(project.id, newest);
      if (newest % pruneEvery < writes.length) await this.#prune(client, newest);
      return result;
    };
    try {
      return await server.reachability.whenReachable(busyMs, () =>
        server.withClient((client) => orRollBack(client, attempt)),
      );
    } catch (error) {
      if (isForeignKeyViolation(error)) throw goneProjectError(url);
      throw commit.unanswered !== null && isConnectionLost(error) ? unknownOutcomeError(url, error) : error;
    }
  }

  /** The limits are of this transaction only: through a pooler, others would get those of a session. */
  async #begin(client: PoolClient): Promise<void> {
    const { busyMs } = this.#options;
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = ${busyMs}; SET LOCAL statement_timeout = ${busyMs + 5_000};
       SET LOCAL idle_in_transaction_session_timeout = 15000`,
    );
  }

  /** The number of the last change with this tag; `null` when there is none. */
  async #recorded(client: PoolClient, tag: string): Promise<number | null> {
    const { server, project } = this.#options;
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT n FROM ${server.schema}.changes WHERE project = $1 AND tag = $2 ORDER BY part DESC LIMIT 1`,
      [project.id, tag],
    );
    return rows[0] === undefined ? null : integer(rows[0], 'n');
  }

  /** Returns the number of the last change. If it cannot be recorded, PostgreSQL takes the COMMIT for a ROLLBACK. */
  async #commit(client: PoolClient, tag: string, writes: readonly Write[]): Promise<number> {
    const [newest] = await Promise.all([this.#record(client, tag, writes), client.query('COMMIT')]);
    return newest;
  }

  async #record(client: PoolClient, tag: string, writes: readonly Write[]): Promise<number> {
    const { server, project, url } = this.#options;
    const { schema } = server;
    const columns = writes.map(({ annotation, isForeign }) => toColumns(annotation, isForeign));
    const { rows } = await client.query<Record<string, unknown>>(recordStatement(schema), [
      project.id,
      writes.length,
      tag,
      writes.map((_, index) => index + 1),
      writes.map(({ type }) => type),
      writes.map(({ annotation }) => searchable(annotation.id)),
      writes.map(({ type, before }) => (type === 'updated' ? (before?.status ?? null) : null)),
      writes.map(previousPlaceOf),
      ...columnNames.map((name: keyof Columns) => columns.map((row) => row[name])),
    ]);
    const [row] = rows;
    if (row === undefined) throw goneProjectError(url);
    return integer(row, 'n');
  }

  /** Outside the transaction, which is committed already: a failure loses nothing, and the next one removes more. */
  async #prune(client: PoolClient, newest: number): Promise<void> {
    const { server, project, keepChanges } = this.#options;
    const changes = `${server.schema}.changes`;
    await client
      .query(
        `DELETE FROM ${changes} WHERE project = $1 AND n <= least($2,
           (SELECT n FROM ${changes} WHERE project = $1 ORDER BY n LIMIT 1) + $3)`,
        [project.id, newest - keepChanges, pruneAtMost],
      )
      .catch(() => undefined);
  }
}

/** The connection is used again after a move that refused, so its transaction is ended. */
async function orRollBack<T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    // One on which that fails is closed, and the pool takes it back no more.
    if (!isConnectionLost(error)) await client.query('ROLLBACK').catch(() => client.end());
    throw error;
  }
}

function previousPlaceOf({ type, before, annotation }: Write): string | null {
  if (type !== 'updated' || before === null) return null;
  const place = placeKeyOf(before);
  return place === placeKeyOf(annotation) ? null : JSON.stringify(place);
}

/** Everything that a change writes, in one statement. What is added stands in the table already. */
function recordStatement(schema: string): string {
  const found = columnNames.filter((name) => name !== 'body' && name !== 'is_foreign');
  const types = columnNames.map((name) => (name === 'is_foreign' ? 'boolean' : 'text'));
  const arrays = ['integer', 'text', 'text', 'text', 'text', ...types].map(
    (type, index) => `$${index + 4}::${type}[]`,
  );
  return `
    WITH counter AS (
      UPDATE ${schema}.projects SET n = n + $2::integer, tag = $3 WHERE id = $1 RETURNING n
    ), written AS (
      SELECT * FROM unnest(${arrays.join(', ')})
        AS written (part, type, id, previous_status, previous_place, ${columnNames.join(', ')})
    ), logged AS (
      INSERT INTO ${schema}.changes
        (project, n, tag, part, type, previous_status, previous_place, is_foreign, body)
      SELECT $1, n - $2::integer + part, $3, part, type, previous_status, previous_place, is_foreign, body
      FROM counter, written
    ), removed AS (
      DELETE FROM ${schema}.annotations annotation USING written
      WHERE written.type = 'removed' AND annotation.project = $1 AND annotation.id = written.id
    ), updated AS (
      UPDATE ${schema}.annotations annotation
      SET ${[...found, 'is_foreign', 'body'].map((name) => `${name} = written.${name}`).join(', ')}
      FROM written
      WHERE written.type = 'updated' AND annotation.project = $1 AND annotation.id = written.id
    )
    SELECT n FROM counter`;
}
