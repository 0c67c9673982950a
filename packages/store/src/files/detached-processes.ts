/** Finds processes that others do not notice although they have a database open. Linux only: other systems do not tell. */
import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

import { isSystemError } from './error-code.ts';
import { identityOf } from './identity.ts';
import { readTextIfThere } from './read-text-if-there.ts';

export interface DetachedProcess {
  pid: number;
  /** Of its program, and of the file that the program runs, if that is its first argument. */
  name: string;
  /**
   * `unlocked`: it has lost its locks, so that others take themselves for alone. `deleted`: the files that it has open
   * were deleted, so that others do not see what it writes.
   */
  state: 'unlocked' | 'deleted';
}

/**
 * Looks at the processes of this user that have a database with a write-ahead log open. To be called while this process
 * has it open as well: only if the system shows the locks of this one, those of others can be missed. `null` when that
 * cannot be found out. A process that opens or closes the database at the moment may be among them.
 */
export function findDetachedProcesses(database: string): DetachedProcess[] | null {
  const locked = lockedInodes();
  const needed = [database, `${database}-shm`].map((file) => identityOf(file).split(':')[1] ?? '');
  const isLockedBy = (pid: number) => needed.every((inode) => locked.has(`${pid} ${inode}`));
  if (!isLockedBy(process.pid)) return null;
  return otherPids().flatMap((pid): DetachedProcess[] => {
    const files = filesOf(pid);
    const hasDeleted = ['', '-wal', '-shm'].some((end) => files.has(`${database}${end} (deleted)`));
    const isUnlocked = files.has(`${database}-shm`) && !isLockedBy(pid);
    if (!hasDeleted && !isUnlocked) return [];
    return [{ pid, name: nameOf(pid), state: hasDeleted ? 'deleted' : 'unlocked' }];
  });
}

/** For example, of "1: POSIX  ADVISORY  READ 4711 fe:00:131073 128 128": "4711 131073". */
function lockedInodes(): Set<string> {
  const lines = readTextIfThere('/proc/locks').split('\n');
  return new Set(
    lines.flatMap((line) => {
      const [, pid, inode] = / POSIX .* (\d+) [\da-f]+:[\da-f]+:(\d+) /.exec(line) ?? [];
      return pid === undefined || inode === undefined ? [] : [`${pid} ${inode}`];
    }),
  );
}

function nameOf(pid: number): string {
  const [program = '', argument = ''] = readTextIfThere(`/proc/${pid}/cmdline`).split('\0');
  return [program, ...(/^[^-]/.test(argument) ? [argument] : [])].map((path) => basename(path)).join(' ');
}

function otherPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** The paths of what a process has open; nothing for one of another user. */
function filesOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  try {
    return new Set(readdirSync(folder).flatMap((descriptor) => targetOf(`${folder}/${descriptor}`)));
  } catch (error) {
    if (isSystemError(error)) return new Set();
    throw error;
  }
}

/** Nothing for a descriptor that was closed meanwhile. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)];
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}
