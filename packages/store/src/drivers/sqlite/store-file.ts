/** Opens the database file: creates it whole, refuses what it cannot trust, migrates what is older. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { AnnotateError } from '@annotate-mcp/core';

import { createAnnotateFolder } from '../../files/annotate-folder.ts';
import { identityOf } from '../../files/identity.ts';
import { Database } from '../../sqlite/database.ts';
import { cannotWriteBeside, inWords, unreadable } from '../../sqlite/errors.ts';
import { integer, text } from '../../sqlite/row.ts';

import { applicationId, createSchema, type Meta, migrate, type Migration, readMeta } from './schema.ts';

export interface OpenFile {
  database: Database;
  epoch: string;
  /** Of the file behind the path, to notice when another one takes its place. */
  identity: string;
  /** Of its write-ahead log. */
  logIdentity: string;
}

export interface FileOptions {
  migrations: readonly Migration[];
  journal: 'wal' | 'delete';
  lockFile: string;
}

export function openFile(file: string, options: FileOptions): OpenFile {
  try {
    if (!existsSync(file)) createWhole(file, options);
    const identity = identityOf(file);
    const meta = inspect(file, options.migrations);
    const database = openForWriting(file, meta, options);
    return { database, epoch: meta.epoch, identity, logIdentity: identityOf(logOf(file)) };
  } catch (error) {
    throw inWords(error, file);
  }
}

/**
 * To be called when another file has taken the place of `open`. SQLite would replay the log of the old one into it,
 * unless somebody has already begun a log for the new one.
 */
export function dropLogOf({ logIdentity }: OpenFile, file: string, lockFile: string): void {
  if (logIdentity === '') return;
  alone(lockFile, () => {
    if (identityOf(logOf(file)) === logIdentity) removeLog(file);
  });
}

/** Nobody ever meets a half-made store: it is built under another name and takes its place in one step. */
function createWhole(file: string, { lockFile, migrations, journal }: FileOptions): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.new`;
  try {
    alone(lockFile, () => {
      if (existsSync(file)) return;
      // A log left behind by a deleted store would be replayed into the new one.
      removeLog(file);
      build(draft, migrations, journal);
      renameSync(draft, file);
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Waits on the spot: this happens once in the life of a file. */
function alone(lockFile: string, work: () => void): void {
  createAnnotateFolder(dirname(lockFile));
  const lock = new Database(lockFile, { timeout: aloneMs });
  try {
    lock.transaction(work);
  } finally {
    lock.close();
  }
}

const aloneMs = 5_000;

function logOf(file: string): string {
  return `${file}-wal`;
}

function removeLog(file: string): void {
  rmSync(logOf(file), { force: true });
  rmSync(`${file}-shm`, { force: true });
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

/** Reads without the right to write, so that what is refused keeps its every byte. */
function inspect(file: string, migrations: readonly Migration[]): Meta {
  const { size } = statSync(file);
  if (size === 0) throw unreadable(file, 'is empty, which no store of ours ever is');
  const database = openForReading(file);
  try {
    if (numberOf(database, 'application_id') !== applicationId) {
      throw unreadable(file, 'is a database of another program');
    }
    checkPages(database, file, size);
    const meta = readMeta(database);
    if (!Number.isInteger(meta.version) || meta.epoch === '') throw unreadable(file, 'has no version');
    if (meta.minReader > latest(migrations)) throw newer(file, meta);
    return meta;
  } finally {
    database.close();
  }
}

function openForReading(file: string): Database {
  const database = new Database(file, { readOnly: true });
  try {
    numberOf(database, 'schema_version');
    return database;
  } catch (error) {
    database.close();
    if (!cannotWriteBeside(error)) throw error;
    // On a read-only medium SQLite cannot make the files it coordinates by, and nobody else can write either.
    return new Database(immutable(file), { readOnly: true });
  }
}

function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function openForWriting(file: string, meta: Meta, { journal, migrations }: FileOptions): Database {
  const database = new Database(file);
  try {
    prepare(database, journal);
    if (meta.version < latest(migrations)) migrateWithBackup(database, file, meta, migrations);
    return database;
  } catch (error) {
    database.close();
    // What cannot be written can still be read; a write will say why not.
    if (cannotWriteBeside(error)) return openForReading(file);
    throw error;
  }
}

const quickToCheck = 8 * 1024 * 1024;

function checkPages(database: Database, file: string, size: number): void {
  // SQLite itself notices a file that was cut off. A hole in the middle takes a walk through all pages, which is
  // done as long as it costs a few milliseconds.
  if (size > quickToCheck) return;
  const verdict = textOf(database, 'quick_check', '(1)');
  if (verdict !== 'ok') throw unreadable(file, `is damaged (${verdict})`);
}

function prepare(database: Database, journal: 'wal' | 'delete'): void {
  if (textOf(database, 'journal_mode') !== journal) database.exec(`PRAGMA journal_mode = ${journal}`);
  database.exec(`PRAGMA synchronous = ${journal === 'wal' ? 'NORMAL' : 'FULL'}; PRAGMA cache_size = -8000`);
}

function migrateWithBackup(
  database: Database,
  file: string,
  { version }: Meta,
  steps: readonly Migration[],
): void {
  const backup = `${file}.v${version}.bak`;
  if (!existsSync(backup)) database.run('VACUUM INTO ?', backup);
  migrate(database, steps);
}

function numberOf(database: Database, pragma: string): number {
  return integer(database.get(`PRAGMA ${pragma}`) ?? {}, pragma);
}

function textOf(database: Database, pragma: string, argument = ''): string {
  return text(database.get(`PRAGMA ${pragma}${argument}`) ?? {}, pragma);
}

function latest(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0;
}

function newer(file: string, { version }: Meta): AnnotateError {
  return new AnnotateError(
    'store/newer',
    `${file} was written by a newer annotate-mcp (format ${version}); it was left untouched.`,
    {
      hint: 'Update annotate-mcp here (npm install annotate-mcp@latest), or choose another store with --store.',
    },
  );
}
