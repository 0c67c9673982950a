import { placeKey } from '@annotate-mcp/core';

import type { Database } from '../../sqlite/database.ts';
import { text } from '../../sqlite/row.ts';

/**
 * A step that only adds (tables, columns with a default, indexes), so that a program one step behind still reads
 * and writes the same file. Any other step raises `minReader` to its own version.
 */
export interface Migration {
  version: number;
  minReader: number;
  sql: string;
}

/** `anno` in ASCII: marks files of this program. */
export const applicationId = 0x616e6e6f;

export const migrations: readonly Migration[] = [
  {
    version: 1,
    minReader: 1,
    sql: `
      CREATE TABLE annotations (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL,
        kind TEXT NOT NULL,
        place TEXT NOT NULL,
        app_id TEXT NOT NULL,
        author_id TEXT NOT NULL,
        session_id TEXT,
        holder TEXT,
        body TEXT NOT NULL
      );
      CREATE INDEX annotations_by_status ON annotations (status, seq);
      CREATE INDEX annotations_by_place ON annotations (place, seq);
      CREATE INDEX annotations_by_app ON annotations (app_id, seq);
      CREATE INDEX annotations_by_session ON annotations (session_id, seq) WHERE session_id IS NOT NULL;
      CREATE INDEX annotations_by_holder ON annotations (holder, seq) WHERE holder IS NOT NULL;
      CREATE TABLE changes (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        tag TEXT NOT NULL,
        type TEXT NOT NULL,
        previous_status TEXT,
        body TEXT NOT NULL
      );`,
  },
  {
    version: 2,
    minReader: 1,
    // See trust/record-sealer.ts. What an older release writes has no valid seal.
    sql: `
      ALTER TABLE annotations ADD COLUMN seal TEXT;
      ALTER TABLE changes ADD COLUMN seal TEXT;`,
  },
  {
    version: 3,
    // An older release would look for addresses and write them where the keys of places are now.
    minReader: 3,
    sql: `
      UPDATE annotations SET place = place_key(place) WHERE kind <> 'markdown';
      ALTER TABLE changes ADD COLUMN previous_place TEXT;`,
  },
  {
    version: 4,
    minReader: 3,
    // See facts.ts. The index has all that a search for a record's facts needs.
    sql: `
      CREATE TABLE facts (
        seq INTEGER NOT NULL,
        mark TEXT NOT NULL,
        seal TEXT NOT NULL,
        id TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        facts TEXT NOT NULL,
        PRIMARY KEY (seq, mark)
      ) WITHOUT ROWID;
      CREATE INDEX annotations_by_seal ON annotations (status, seq, seal);`,
  },
  {
    version: 5,
    minReader: 3,
    // Counts of one app read this index and no record.
    sql: 'CREATE INDEX annotations_by_status_and_app ON annotations (status, app_id);',
  },
];

export interface Meta {
  epoch: string;
  version: number;
  minReader: number;
}

export function readMeta(database: Database): Meta {
  const meta = new Map(
    database.all('SELECT key, value FROM meta').map((row) => [text(row, 'key'), text(row, 'value')]),
  );
  return {
    epoch: meta.get('epoch') ?? '',
    version: Number(meta.get('version')),
    minReader: Number(meta.get('min_reader')),
  };
}

/** Fills an empty database. */
export function createSchema(database: Database, epoch: string, steps: readonly Migration[]): void {
  database.exec(`PRAGMA application_id = ${applicationId}`);
  database.transaction(() => {
    database.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)');
    setMeta(database, 'epoch', epoch);
    apply(database, steps);
  });
}

/** Brings an older database up to date. */
export function migrate(database: Database, steps: readonly Migration[]): void {
  database.transaction(() => {
    const { version } = readMeta(database);
    apply(
      database,
      steps.filter((step) => step.version > version),
    );
  });
}

/** An older file that cannot be written is read as if it had been migrated: views take the places of its tables. */
export function showAsMigrated(database: Database): void {
  definePlaceKey(database);
  const sealOf = (table: string) => {
    const columns = database.all(`PRAGMA main.table_info(${table})`).map((row) => row.name);
    return columns.includes('seal') ? 'seal' : 'NULL AS seal';
  };
  database.exec(`
    CREATE TEMP VIEW annotations AS SELECT seq, id, status, kind,
      CASE kind WHEN 'markdown' THEN place ELSE place_key(place) END AS place,
      app_id, author_id, session_id, holder, body, ${sealOf('annotations')} FROM main.annotations;
    CREATE TEMP VIEW changes AS SELECT n, tag, type, previous_status, body, ${sealOf('changes')},
      NULL AS previous_place FROM main.changes;
    CREATE TEMP VIEW facts AS SELECT 0 AS seq, '' AS seal, '' AS mark,
      '' AS id, '' AS updated_at, '' AS facts WHERE FALSE;`);
}

function apply(database: Database, steps: readonly Migration[]): void {
  definePlaceKey(database);
  for (const { version, minReader, sql } of steps) {
    database.exec(sql);
    setMeta(database, 'version', String(version));
    setMeta(database, 'min_reader', String(minReader));
  }
}

function definePlaceKey(database: Database): void {
  database.define('place_key', (place) => (typeof place === 'string' ? placeKey(place) : place));
}

function setMeta(database: Database, key: string, value: string): void {
  database.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}
