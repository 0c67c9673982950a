/** The connection to PostgreSQL for all that is about access; annotations are the store's. */
import { Pool, type PoolClient, type QueryResultRow } from 'pg';

import { isConnectionLost } from '@annotate-mcp/store/postgres-failures';
import { type Location, readLocation } from '@annotate-mcp/store/postgres-location';

import { TeamError } from '../errors.ts';

import { migrations } from './migrations.ts';
import { StoreTables } from './store-tables.ts';

type RunQuery = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface Database {
  /** What the rows are is what the text says; `Row` names it for the compiler. */
  readonly query: RunQuery;
  transaction<T>(work: (query: RunQuery) => Promise<T>): Promise<T>;
  /** The tables of the projects' stores. */
  readonly store: StoreTables;
  /** Rejects when the database does not answer within a second, or has tables of a newer release. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Any number that no other program on the database uses; all servers that migrate at once wait for each other. */
const migrationLock = 4_118_203_771;
const poolSize = 5;

/** Creates missing tables. Rejects when the database cannot be reached or is of a newer release. */
export async function openDatabase(url: string, onError: (error: unknown) => void): Promise<Database> {
  const { address, schema } = locationOf(url);
  const pool = new Pool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    statement_timeout: 10_000,
    application_name: 'annotate-mcp team',
  });
  // An idle connection that breaks is replaced with the next query.
  pool.on('error', onError);
  const database = databaseOf(pool, schema);
  try {
    await database.transaction((query) => migrate(query, schema));
    return database;
  } catch (cause) {
    await pool.end();
    throw cause instanceof TeamError ? cause : unreachableError(url, cause);
  }
}

/** As the store's driver reads it, so that both reach the same server with the same checks of its certificate. */
export function locationOf(url: string): Location {
  return readLocation(url.replace(/^postgres(?:ql)?:\/\//i, ''), 'team');
}

/** Without the user and the password. */
export function shownUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function databaseOf(pool: Pool, schema: string): Database {
  const named = (text: string) => withSchema(text, schema);
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(named(text), [...values])).rows,
    transaction: async (work) => {
      const client = await pool.connect();
      // Without a listener, a connection that breaks between two statements would end the process.
      const ignore = () => undefined;
      client.on('error', ignore);
      try {
        return await inTransaction(client, named, work);
      } finally {
        client.off('error', ignore);
        client.release();
      }
    },
    store: new StoreTables(pool, schema),
    check: async () => {
      const [row] = await withinASecond(pool.query<{ version: number }>(named(versionQuery)));
      if (row?.version !== migrations.length) throw newerError(row?.version ?? 0);
    },
    close: () => pool.end(),
  };
}

const versionQuery = 'SELECT coalesce(max(version), 0)::int AS version FROM team_migrations';

async function withinASecond<Row extends QueryResultRow>(query: Promise<{ rows: Row[] }>): Promise<Row[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('The database did not answer within a second.')),
    1_000,
  );
  try {
    return (await Promise.race([query, late.promise])).rows;
  } finally {
    clearTimeout(timer);
  }
}

async function inTransaction<T>(
  client: PoolClient,
  named: (text: string) => string,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work(
      async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(named(text), [...values])).rows,
    );
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      // The connection is broken: PostgreSQL has rolled back by itself.
    });
    throw error;
  }
}

/**
 * Not by `search_path`, which a pooler between here and PostgreSQL may not carry. `store_annotations` is the table
 * `annotations` of the store, which is in the same schema.
 */
function withSchema(text: string, schema: string): string {
  return text
    .replaceAll(/\bteam_(?=[a-z])/g, `${schema}.team_`)
    .replaceAll(/\bstore_(?=[a-z])/g, `${schema}.`);
}

async function migrate(query: RunQuery, schema: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  const exists = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  // Also where it exists, CREATE SCHEMA IF NOT EXISTS asks for the right to create one.
  if (exists.length === 0) await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await query(
    'CREATE TABLE IF NOT EXISTS team_migrations (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
  );
  const [row] = await query<{ version: number }>(versionQuery);
  const version = row?.version ?? 0;
  if (version > migrations.length) throw newerError(version);
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    await query(step);
    await query('INSERT INTO team_migrations (version) VALUES ($1)', [index + 1]);
  }
}

function newerError(version: number): TeamError {
  return new TeamError(
    'team/newer',
    `The tables of the team server are of version ${version}; this release knows ${migrations.length}.`,
    { hint: 'Nothing was changed. Use the release of annotate-mcp that the other servers use.' },
  );
}

function unreachableError(url: string, cause: unknown): TeamError {
  const why = cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
  const code = isConnectionLost(cause) ? 'team/away' : 'team/database';
  return new TeamError(code, `The database at ${shownUrl(url)} cannot be used: ${why}.`, {
    hint: 'Check that PostgreSQL runs there, the user and password in the URL, and that the user may create tables.',
    cause,
  });
}
