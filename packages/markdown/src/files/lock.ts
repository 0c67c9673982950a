import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { AnnotateError } from '@annotate-mcp/core';
import { hasErrorCode } from '@annotate-mcp/store/files';

const againMs = 3;
const giveWayMs = 5;
const busyMs = 30_000;

/**
 * `work` runs alone among all processes that name this file. The lock is a transaction, because the system frees
 * that when its holder dies. Where no lock can be made nothing can be written either, and `work` runs without.
 */
export async function runAlone<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  // Those who wait look now and then; a holder that takes the lock again at once would starve them.
  if (performance.now() - (releasedAt.get(lockFile) ?? -Infinity) < giveWayMs) await delay(giveWayMs);
  const database = openLock(lockFile);
  try {
    if (database !== null) await taken(database, lockFile);
    return await work();
  } finally {
    database?.close();
    releasedAt.set(lockFile, performance.now());
  }
}

const releasedAt = new Map<string, number>();

function openLock(file: string): DatabaseSync | null {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return new DatabaseSync(file);
  } catch (error) {
    if (hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS') || isSqlite(error, readOnly)) return null;
    throw error;
  }
}

async function taken(database: DatabaseSync, file: string): Promise<void> {
  const deadline = performance.now() + busyMs;
  while (!tryToTake(database)) {
    if (performance.now() > deadline) throw busyFor(file);
    await delay(againMs);
  }
}

/** Also `true` where the file can only be read: see `runAlone`. */
function tryToTake(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isSqlite(error, busy)) return false;
    if (isSqlite(error, readOnly)) return true;
    throw error;
  }
}

const busy = [5, 6];
// 8 READONLY, 14 CANTOPEN.
const readOnly = [8, 14];

// SQLite's extended codes keep the primary one in the low byte.
function isSqlite(error: unknown, codes: readonly number[]): boolean {
  const isOne = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isOne && codes.includes(Number(error.errcode) & 0xff);
}

function busyFor(file: string): AnnotateError {
  return new AnnotateError(
    'store/busy',
    `${file} has been locked by another process for ${busyMs / 1000} s.`,
    {
      hint: 'Try again; if it stays so, end the annotate-mcp process that hangs.',
    },
  );
}
