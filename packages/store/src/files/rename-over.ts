/**
 * Gives a finished file the name of another one, which it replaces. Windows refuses that as long as any program has the
 * other one open: an editor, a virus scanner, another process of ours. A moment later it is free.
 */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { hasErrorCode } from './error-code.ts';

/** Longer than programs keep a small file open. */
const patienceMs = 1_000;
/** Tries are this far apart at most: some programs open it again and again. */
const longestPauseMs = 8;

export interface RenameSystem<Result> {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => Result;
}

export async function renameOver(
  from: string,
  to: string,
  { platform, rename: move }: RenameSystem<Promise<void>> = { platform: process.platform, rename },
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      await move(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, platform) || performance.now() > deadline) throw error;
    }
    await delay(pause);
  }
}

/** For work that cannot wait for a promise. It stands still meanwhile, on Windows only. */
export function renameOverSync(
  from: string,
  to: string,
  { platform, rename: move }: RenameSystem<void> = { platform: process.platform, rename: renameSync },
): void {
  const deadline = performance.now() + patienceMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      move(from, to);
      return;
    } catch (error) {
      if (!isHeldOpen(error, platform) || performance.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

function isHeldOpen(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && hasErrorCode(error, 'EPERM', 'EACCES', 'EBUSY');
}
