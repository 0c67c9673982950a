/**
 * The write-ahead log beside the database. SQLite replays whatever log it finds there, also one that belongs to
 * another database which stood at the same path before: such a log must be gone before the file is opened.
 */
import { rmSync, statSync } from 'node:fs';

import { isReadOnlyError } from '../../files/failures.ts';
import { identityOf } from '../../files/identity.ts';
import type { Database } from '../../sqlite/database.ts';

export function logOf(file: string): string {
  return `${file}-wal`;
}

export function hasLog(file: string): boolean {
  return (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

export function removeLog(file: string): void {
  rmSync(logOf(file), { force: true });
  rmSync(`${file}-shm`, { force: true });
}

/**
 * To be called before opening: removes a log that is known to belong to another file. Also an empty one: a process that
 * has the other file open still keeps its shared memory, which says how long that file is.
 */
export function dropForeignLog(file: string, lock: Database): void {
  const log = identityOf(logOf(file));
  if (log === '') return;
  ifWritable(() => {
    const known = knownPair(lock);
    if (known?.log === log && known.file !== identityOf(file)) removeLog(file);
  });
}

/** Called after opening: records which log belongs to which file, for processes that open it later. */
export function rememberLog(file: string, lock: Database): void {
  const pair = { file: identityOf(file), log: identityOf(logOf(file)) };
  if (pair.log === '') return;
  ifWritable(() => {
    const known = knownPair(lock);
    if (known?.file === pair.file && known.log === pair.log) return;
    lock.run('DELETE FROM pair');
    lock.run('INSERT INTO pair (file, log) VALUES (?, ?)', pair.file, pair.log);
  });
}

function knownPair(lock: Database): { file: unknown; log: unknown } | null {
  lock.exec('CREATE TABLE IF NOT EXISTS pair (file TEXT NOT NULL, log TEXT NOT NULL)');
  const row = lock.get('SELECT file, log FROM pair');
  return row === undefined ? null : { file: row.file, log: row.log };
}

/** On a disk that cannot be written there is no log that this process may remove, and no process needs the record. */
function ifWritable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isReadOnlyError(error)) throw error;
  }
}
