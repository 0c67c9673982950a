/** Remembers which dev server we started for a demo, in .dev/<demo>.pid. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { findProcess, type RunningProcess } from './running-process.ts';

/** `null` unless what was recorded still runs: same pid, same start, same command. A pid alone may be a stranger's. */
export function findRecorded(path: string): RunningProcess | null {
  const recorded = read(path);
  if (recorded === null) return null;
  const running = findProcess(recorded.pid);
  const same = running?.started === recorded.started && running.command === recorded.command;
  return same ? running : null;
}

export function record(path: string, running: RunningProcess): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(running, null, 2)}\n`);
}

/** Leaves the file of a later instance alone. */
export function forget(path: string, pid: number): void {
  if (read(path)?.pid === pid) rmSync(path);
}

function read(path: string): RunningProcess | null {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // absent or damaged: either way it names no process of ours, so none is ended
  }
  return isRunningProcess(content) ? content : null;
}

function isRunningProcess(value: unknown): value is RunningProcess {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, command } = value as Partial<Record<keyof RunningProcess, unknown>>;
  // 0 and 1 are no group we started: a signal to them would reach all processes.
  return (
    Number.isInteger(pid) && Number(pid) > 1 && typeof started === 'string' && typeof command === 'string'
  );
}
