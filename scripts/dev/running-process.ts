/** Tells one process from another that later got its pid, and ends a group of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcess {
  pid: number;
  /** Opaque; two processes that had the same pid differ in it. */
  started: string;
  command: string;
}

/** `null` when nothing runs under this pid; a process that ended and waits for its parent does not run. */
export function findProcess(pid: number): RunningProcess | null {
  if (process.platform === 'win32') return findOnWindows(pid);
  return hasProc() ? findInProc(pid) : findWithPs(pid);
}

function findOnWindows(pid: number): RunningProcess | null {
  const query = `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'`;
  const shown = `${query} | ForEach-Object { $_.CreationDate.ToUniversalTime().ToString('o'); $_.CommandLine }`;
  const args = ['-NoProfile', '-NonInteractive', '-Command', shown];
  const { status, stdout } = spawnSync('powershell.exe', args, { encoding: 'utf8' });
  if (status !== 0) return null;
  const [started = '', ...command] = stdout.trim().split(/\r?\n/);
  return started === '' ? null : { pid, started, command: command.join(' ').trim() };
}

/** For systems without /proc. Its start time is in seconds, so callers compare the command as well. */
export function findWithPs(pid: number): RunningProcess | null {
  let line: string;
  try {
    line = execFileSync('ps', ['-ww', '-o', 'state=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null; // ps exits 1 for a pid that is not there
  }
  const [, state, started, command] =
    /^\s*(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*\S)\s*$/.exec(line) ?? [];
  if (state === undefined || started === undefined || command === undefined) return null;
  return state.startsWith('Z') ? null : { pid, started, command };
}

/**
 * Asks every process of the group to end, and after `patience` milliseconds makes it. The caller has checked
 * that the group is its own.
 */
export async function endGroup(group: number, patience = 5_000): Promise<void> {
  if (process.platform === 'win32') {
    // There are no groups: what has started the others is ended with all of them.
    spawnSync('taskkill', ['/pid', String(group), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-group, signal);
    } catch {
      return; // the group is gone
    }
    if (await groupEnds(group, patience)) return;
  }
}

async function groupEnds(group: number, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (groupRuns(group)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

const hasProc = () => existsSync('/proc/self/stat');

function findInProc(pid: number): RunningProcess | null {
  const stat = readStat(pid);
  if (stat === null || stat.state === 'Z') return null;
  // Ticks since boot repeat after a reboot; a pid file survives one.
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { pid, started: `${boot} ${stat.started}`, command };
}

function groupRuns(group: number): boolean {
  if (hasProc()) {
    // A container without an init leaves ended processes in their group for ever; a signal would still find them.
    return readdirSync('/proc').some((name) => {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
      return stat?.group === group && stat.state !== 'Z';
    });
  }
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function readStat(pid: number) {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null; // ended, perhaps between the listing and this line
  }
  // The second field is the command in brackets and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], group: Number(fields[2]), started: fields[19] };
}
