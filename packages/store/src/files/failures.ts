/** Turns what SQLite and the file system throw into errors about the file. */
import { statSync } from 'node:fs';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode, isSystemError } from './error-code.ts';
import { readTextIfThere } from './read-text-if-there.ts';

/** Another process holds the file at the moment; a retry may succeed. */
export function isBusy(error: unknown): boolean {
  if (error instanceof AnnotateError) return error.code === 'store/busy';
  // Windows refuses to replace a file that a virus scanner or an editor has open.
  return (
    busy.has(primaryCode(error)) ||
    hasErrorCode(error, 'EBUSY') ||
    (isWindows && hasErrorCode(error, 'EPERM'))
  );
}

/** The file or its folder cannot be written, or SQLite cannot create its journal beside it. */
export function isReadOnlyError(error: unknown): boolean {
  return readOnly.has(primaryCode(error));
}

/** The file is not a database, or a damaged one. */
export function isDamaged(error: unknown): boolean {
  return corrupt.has(primaryCode(error));
}

/**
 * Returns an `AnnotateError`, and every error that is not about a file, as it is. `lockFile` is a file that processes
 * lock beside `file` itself.
 */
export function toStoreError(error: unknown, file: string, lockFile = file): unknown {
  if (error instanceof AnnotateError) return error;
  const code = primaryCode(error);
  if (isBusy(error)) return busyError(file, lockFile, error);
  if (code === full || hasErrorCode(error, 'ENOSPC', 'EDQUOT')) {
    return new AnnotateError(
      'store/full',
      `The disk is full, so ${file} was not written; nothing was changed.`,
      {
        hint: 'Free some disk space and try again. The annotations that are stored can still be read.',
        cause: error,
      },
    );
  }
  if (readOnly.has(code) || hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) {
    return readOnlyError(file, error);
  }
  if (isDamaged(error)) return unreadableError(file, 'is damaged or is no SQLite database', error);
  if (code !== 0 || isSystemError(error)) {
    return new AnnotateError('store/failed', `${file} could not be used: ${messageOf(error)}.`, {
      hint: 'Check that its folder exists and that the disk has no errors.',
      cause: error,
    });
  }
  return error;
}

export function readOnlyError(file: string, cause?: unknown): AnnotateError {
  return new AnnotateError('store/read-only', `${file} cannot be written; nothing was changed.`, {
    hint: 'What is stored can still be read. To write, make the file and its folder writable for your user (the disk may be mounted read-only), or choose another file with --store.',
    cause,
  });
}

function busyError(file: string, lockFile: string, cause: unknown): AnnotateError {
  // With a write-ahead log, SQLite locks the file of its shared memory.
  const holder = findLockHolder([lockFile, file, `${file}-shm`]);
  if (holder?.isStopped === true) {
    return new AnnotateError(
      'store/busy',
      `${file} is locked by process ${holder.pid}, which is stopped; nothing was changed.`,
      {
        hint: `Let it continue (kill -CONT ${holder.pid}, or fg in its terminal) or end it, then try again. What is stored can still be read.`,
        cause,
      },
    );
  }
  const who = holder === null ? 'another process' : `process ${holder.pid}`;
  return new AnnotateError('store/busy', `${file} is locked by ${who}; nothing was changed.`, {
    hint: 'Try again; if it stays so, look for a program that holds the file open (a database browser, a backup, a process that is stopped in a terminal or debugger) and end it.',
    cause,
  });
}

interface LockHolder {
  pid: number;
  /** Suspended, for example by Ctrl+Z or a debugger: it keeps the lock until it continues or ends. */
  isStopped: boolean;
}

/**
 * The process that holds a lock on one of the files; `null` when no other process holds one, or when it cannot be found
 * out. Linux only: other systems do not tell.
 */
function findLockHolder(files: readonly string[]): LockHolder | null {
  const inodes = new Set(files.flatMap(inodeOf));
  // For example: "1: POSIX  ADVISORY  WRITE 4711 fe:00:131073 120 120".
  const pids = readTextIfThere('/proc/locks')
    .split('\n')
    .filter((line) => line.includes(' WRITE ') && inodes.has(/:(\d+) \S+ \S+$/.exec(line)?.[1] ?? ''))
    .map((line) => Number(/ WRITE (\d+) /.exec(line)?.[1]));
  const pid = pids.find((each) => each > 0 && each !== process.pid);
  return pid === undefined ? null : { pid, isStopped: isStopped(pid) };
}

/** The state follows the name of the program, which is in parentheses and may contain anything. */
function isStopped(pid: number): boolean {
  return /^.*\) [Tt] /s.test(readTextIfThere(`/proc/${pid}/stat`));
}

function inodeOf(file: string): string[] {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? [] : [String(stats.ino)];
}

/** A lock file contains nothing, so nothing is lost with it. */
export function damagedLockError(file: string, cause?: unknown): AnnotateError {
  return new AnnotateError(
    'store/unreadable',
    `${file} should be an empty lock file, but is something else; it was left untouched.`,
    { hint: 'Delete it, or move it away; it is created again.', cause },
  );
}

export function notAFileError(path: string): AnnotateError {
  return new AnnotateError(
    'store/failed',
    `${path} is a folder or something else that is no file, so it cannot be the store; it was left untouched.`,
    { hint: 'Move it away, then a store is created there; or choose another file with --store.' },
  );
}

export function unreadableError(file: string, why: string, cause?: unknown): AnnotateError {
  return new AnnotateError('store/unreadable', `${file} ${why}; it was left untouched.`, {
    hint: 'Restore it from a backup, move it away to start with an empty one, or choose another with --store.',
    cause,
  });
}

export function newerFormatError(file: string, version: number): AnnotateError {
  return new AnnotateError(
    'store/newer',
    `${file} was written by a newer annotate-mcp (format ${version}); it was left untouched.`,
    {
      hint: 'Update annotate-mcp here (npm install annotate-mcp@latest), or choose another store with --store.',
    },
  );
}

const isWindows = process.platform === 'win32';
const busy = new Set([5, 6]);
const full = 13;
// 8 READONLY, 14 CANTOPEN: a read-only folder answers with either.
const readOnly = new Set([8, 14]);
const corrupt = new Set([11, 26]);

// SQLite's extended codes keep the primary one in the low byte.
function primaryCode(error: unknown): number {
  const isSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isSqlite ? Number(error.errcode) & 0xff : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
