/** Opens the database file: creates it whole, refuses what it cannot trust, migrates what is older. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { AnnotateError } from '@annotate-mcp/core';

import { isReadOnlyError, newerFormatError, readOnlyError, unreadableError } from '../../files/failures.ts';
import { identityOf } from '../../files/identity.ts';
import { makePrivate } from '../../files/private-file.ts';
import { Database } from '../../sqlite/database.ts';
import { integer, text } from '../../sqlite/row.ts';

import { createStore, type FileOptions } from './create-store.ts';
import { dropForeignLog, hasLog, logOf, rememberLog, removeLog } from './log-file.ts';
import { applicationId, type Meta, migrate, type Migration, readMeta, showAsMigrated } from './schema.ts';

export interface OpenFile {
  database: Database;
  epoch: string;
  fileIdentity: string;
  /** Identity of its write-ahead log. */
  logIdentity: string;
  /** `delete` for a file that another machine may open over a shared file system. */
  journal: 'wal' | 'delete';
}

/** `lock` is held by this process, and `null` in a folder that cannot be written, where no log can be removed either. */
export function openFile(file: string, options: FileOptions, lock: Database | null): OpenFile {
  if (!existsSync(file)) {
    if (lock === null) throw readOnlyError(file);
    createStore(file, options);
  }
  if (lock !== null) dropForeignLog(file, lock);
  const identity = identityOf(file);
  const meta = inspect(file, options.migrations);
  const { database, journal } = openForWriting(file, meta, options);
  database.noteFiles();
  if (identityOf(file) !== identity) {
    // Another file replaced it while it was opened.
    database.close();
    return openFile(file, options, lock);
  }
  if (lock !== null) rememberLog(file, lock);
  const fileIdentity = `${identity} ${birthOf(file)}`;
  return { database, epoch: meta.epoch, fileIdentity, logIdentity: identityOf(logOf(file)), journal };
}

/** A new file often gets the number of the one that it replaces. 0 where a file system does not keep it. */
function birthOf(file: string): bigint {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.birthtimeNs ?? 0n;
}

/** Called with the lock held when another file has replaced `open`; removes the log of the old one if it is still there. */
export function dropLogOf({ logIdentity }: OpenFile, file: string): void {
  if (logIdentity === '' || identityOf(file) === '') return;
  if (identityOf(logOf(file)) === logIdentity) removeLog(file);
}

/** Opens read-only, so that a file that is refused stays unchanged. */
function inspect(file: string, migrations: readonly Migration[]): Meta {
  const { size } = statSync(file);
  if (size === 0) throw unreadableError(file, 'is empty, which no store of ours ever is');
  const database = openForReading(file);
  try {
    if (numberOf(database, 'application_id') !== applicationId) {
      throw unreadableError(file, 'is a database of another program');
    }
    if (!database.isPlain())
      throw unreadableError(file, 'has views, triggers or computed columns, which no store of ours has');
    checkPages(database, file, size);
    const meta = readMeta(database);
    if (!Number.isInteger(meta.version) || meta.epoch === '') throw unreadableError(file, 'has no version');
    if (meta.minReader > latest(migrations)) throw newerFormatError(file, meta.version);
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
    if (!isReadOnlyError(error)) throw error;
    return openImmutable(file, error);
  }
}

/** Without the right to make the files that SQLite coordinates by, only a file that has no log can be read whole. */
function openImmutable(file: string, cause: unknown): Database {
  if (hasLog(file)) {
    throw new AnnotateError(
      'store/read-only',
      `${file} has a log that cannot be read without writing beside it.`,
      {
        hint: 'Allow writing to its folder, or copy the folder to where you may write.',
        cause,
      },
    );
  }
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return new Database(url, { readOnly: true });
}

function openForWriting(
  file: string,
  meta: Meta,
  { journal, migrations }: FileOptions,
): Pick<OpenFile, 'database' | 'journal'> {
  const database = new Database(file, { keepsLog: true });
  try {
    const used = prepare(database, journal);
    if (meta.version < latest(migrations)) migrateWithBackup(database, file, migrations);
    return { database, journal: used };
  } catch (error) {
    database.close();
    // What cannot be written can still be read; a write will say why not.
    if (!isReadOnlyError(error)) throw error;
    const readOnly = openForReading(file);
    if (meta.version < latest(migrations)) showAsMigrated(readOnly);
    return { database: readOnly, journal };
  }
}

const quickToCheck = 8 * 1024 * 1024;

function checkPages(database: Database, file: string, size: number): void {
  // SQLite itself notices a file that was cut off. A hole in the middle takes a walk through all pages, which is
  // done as long as it costs a few milliseconds.
  if (size > quickToCheck) return;
  const verdict = textOf(database, 'quick_check', '(1)');
  if (verdict !== 'ok') throw unreadableError(file, `is damaged (${verdict})`);
}

/** A file without a write-ahead log stays so: it may be shared with a machine that cannot use one. */
function prepare(database: Database, wanted: 'wal' | 'delete'): 'wal' | 'delete' {
  if (wanted === 'delete') database.exec('PRAGMA journal_mode = delete');
  const used = textOf(database, 'journal_mode') === 'wal' ? 'wal' : 'delete';
  database.exec(`PRAGMA synchronous = ${used === 'wal' ? 'NORMAL' : 'FULL'}; PRAGMA cache_size = -8000`);
  return used;
}

function migrateWithBackup(database: Database, file: string, steps: readonly Migration[]): void {
  const { version } = readMeta(database);
  if (version >= latest(steps)) return;
  const backup = `${file}.v${version}.bak`;
  rmSync(`${backup}.new`, { force: true });
  database.run('VACUUM INTO ?', `${backup}.new`);
  makePrivate(`${backup}.new`);
  renameSync(`${backup}.new`, backup);
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
