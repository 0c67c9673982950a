import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that wrote a row. A pid alone is not enough, because the system uses it again. */
export interface ProcessIdentity {
  /** One set of pids: a machine since its last start, or a container on it. */
  machine: string;
  pid: number;
  /** `''` where the system does not say cheaply. */
  startedAt: string;
}

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

/** Of a process on this machine. */
export function identityOf(pid: number): ProcessIdentity {
  return { machine: machineOf(), pid, startedAt: startTimeOf(pid) };
}

/** `null` when this machine cannot know; the heartbeat decides then. */
export function isRunning({ machine, pid, startedAt }: ProcessIdentity): boolean | null {
  if (machine !== machineOf()) return null;
  if (!exists(pid)) return false;
  return startedAt === '' ? null : startTimeOf(pid) === startedAt;
}

let machine: string | undefined;

function machineOf(): string {
  machine ??= createHash('sha256')
    .update(
      [
        hostname(),
        tryTo(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
        tryTo(() => readlinkSync('/proc/self/ns/pid')),
      ].join('\n'),
    )
    .digest('hex')
    .slice(0, 16);
  return machine;
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function startTimeOf(pid: number): string {
  const stat = tryTo(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets and may hold blanks and brackets itself; the start time is
  // field 22, the 20th after it. A zombie (state Z) has ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

function tryTo(read: () => string): string {
  try {
    return read();
  } catch {
    // Not Linux, or the process is gone: the empty answer says so.
    return '';
  }
}
