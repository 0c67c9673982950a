/** Finds the process that holds a lock on a file, for messages. Linux only: other systems do not tell. */
import { statSync } from 'node:fs';

import { readTextIfThere } from './read-text.ts';

export interface LockHolder {
  pid: number;
  /** Suspended, for example by Ctrl+Z or a debugger: it keeps the lock until it continues or ends. */
  isStopped: boolean;
}

/** `null` when no other process holds one, or when it cannot be found out. */
export function findLockHolder(files: readonly string[]): LockHolder | null {
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
