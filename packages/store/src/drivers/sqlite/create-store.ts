import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { Database } from '../../sqlite/database.ts';

import { removeLog } from './log-file.ts';
import { createSchema, type Migration } from './schema.ts';

export interface FileOptions {
  migrations: readonly Migration[];
  journal: 'wal' | 'delete';
}

/**
 * To be called with the lock held. No process ever opens a half-made store: it is built under another name and renamed
 * when it is complete.
 */
export function createStore(file: string, { migrations, journal }: FileOptions): void {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    removeLog(file);
    build(draft, migrations, journal);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function build(file: string, migrations: readonly Migration[], journal: 'wal' | 'delete'): void {
  const database = new Database(file);
  try {
    createSchema(database, randomUUID(), migrations);
    database.exec(`PRAGMA journal_mode = ${journal}`);
  } finally {
    database.close();
  }
}
