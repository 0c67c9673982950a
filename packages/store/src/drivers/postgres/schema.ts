import type { PoolClient } from 'pg';

import { isMissing, newerSchemaError } from './failures.ts';
import { comparableSql, summarySql } from './summary.ts';

/**
 * A step that only adds (tables, columns with a default, indexes), so that a server one step behind still reads and
 * writes the same database. Any other step raises `minReader` to its own version. There is no way back.
 */
export interface Migration {
  version: number;
  minReader: number;
  /** `$` stands for the schema. */
  sql: string;
}

const migrations: readonly Migration[] = [
  {
    version: 1,
    minReader: 1,
    sql: `
      CREATE TABLE $.projects (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        epoch text NOT NULL,
        -- Number and tag of the newest change.
        n bigint NOT NULL DEFAULT 0,
        tag text NOT NULL DEFAULT ''
      );
      CREATE TABLE $.annotations (
        project integer NOT NULL REFERENCES $.projects ON DELETE CASCADE,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        id text NOT NULL,
        status text NOT NULL,
        kind text NOT NULL,
        place text NOT NULL,
        app_id text NOT NULL,
        author_id text NOT NULL,
        session_id text,
        holder text,
        is_foreign boolean NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (project, id)
      );
      CREATE INDEX annotations_by_arrival ON $.annotations (project, seq);
      CREATE INDEX annotations_by_status ON $.annotations (project, status, seq);
      CREATE INDEX annotations_by_place ON $.annotations (project, place, seq);
      CREATE INDEX annotations_by_app ON $.annotations (project, app_id, seq);
      CREATE INDEX annotations_by_session ON $.annotations (project, session_id, seq) WHERE session_id IS NOT NULL;
      CREATE INDEX annotations_by_holder ON $.annotations (project, holder, seq) WHERE holder IS NOT NULL;
      CREATE TABLE $.changes (
        project integer NOT NULL REFERENCES $.projects ON DELETE CASCADE,
        n bigint NOT NULL,
        -- Drawn at random for each transaction, before it begins: whether it was committed is found out by it.
        tag text NOT NULL,
        part integer NOT NULL,
        type text NOT NULL,
        previous_status text,
        previous_place text,
        is_foreign boolean NOT NULL,
        body text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (project, n),
        UNIQUE (project, tag, part)
      );
      -- A process that has sessions, agents or other live records here.
      CREATE TABLE $.owners (
        id bigint PRIMARY KEY,
        -- It holds the advisory lock of this number as long as it lives.
        is_locked boolean NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE $.live (
        project integer NOT NULL REFERENCES $.projects ON DELETE CASCADE,
        list text NOT NULL,
        id text NOT NULL,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        owner bigint NOT NULL REFERENCES $.owners ON DELETE CASCADE,
        body text NOT NULL,
        PRIMARY KEY (project, list, id)
      );
      CREATE INDEX live_by_owner ON $.live (owner);
      CREATE TABLE $.sessions (
        project integer NOT NULL REFERENCES $.projects ON DELETE CASCADE,
        id text NOT NULL,
        last_seen_at timestamptz NOT NULL,
        owner bigint REFERENCES $.owners ON DELETE SET NULL,
        body text NOT NULL,
        PRIMARY KEY (project, id)
      );
      CREATE INDEX sessions_by_owner ON $.sessions (owner);
      CREATE INDEX sessions_by_time ON $.sessions (project, last_seen_at);
      CREATE TABLE $.attachments (
        project integer NOT NULL REFERENCES $.projects ON DELETE CASCADE,
        name text NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (project, name)
      );`,
  },
  { version: 2, minReader: 1, sql: comparableSql + summarySql },
];

/** Creates the tables or brings them up to date. Many servers may do this at once. */
export async function prepareSchema(
  client: PoolClient,
  { schema, url }: { schema: string; url: string },
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const newest = steps.at(-1)?.version ?? 0;
  // Most users need no right to create anything: they find a schema that is up to date.
  const found = await readVersion(client, schema);
  if (found !== null) requireReadable(found, newest, url);
  if (found !== null && found.version >= newest) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`annotate-mcp ${schema}`]);
    await migrate(client, schema, url, steps);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function migrate(
  client: PoolClient,
  schema: string,
  url: string,
  steps: readonly Migration[],
): Promise<void> {
  const exists = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  // Also where it exists, CREATE SCHEMA IF NOT EXISTS asks for the right to create one.
  if (exists.rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.format (version integer NOT NULL, min_reader integer NOT NULL)`,
  );
  // Read again: another server may have done it while this one waited for the lock.
  const before = (await readVersion(client, schema)) ?? { version: 0, minReader: 0 };
  requireReadable(before, steps.at(-1)?.version ?? 0, url);
  for (const { version, minReader, sql } of steps.filter((step) => step.version > before.version)) {
    await client.query(sql.replaceAll('$.', `${schema}.`));
    await client.query(`DELETE FROM ${schema}.format`);
    await client.query(`INSERT INTO ${schema}.format VALUES ($1, $2)`, [version, minReader]);
  }
}

interface Version {
  version: number;
  minReader: number;
}

/** `null` when there are no tables of ours yet. */
async function readVersion(client: PoolClient, schema: string): Promise<Version | null> {
  try {
    const { rows } = await client.query<{ version: number; min_reader: number }>(
      `SELECT version, min_reader FROM ${schema}.format`,
    );
    const [row] = rows;
    return row === undefined ? null : { version: row.version, minReader: row.min_reader };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function requireReadable({ version, minReader }: Version, newest: number, url: string): void {
  if (minReader > newest) throw newerSchemaError(url, version);
}
