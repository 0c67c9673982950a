/** The right to be the bridge of this user. The system takes it back when the process ends in any way. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { damagedLockError, FileLock, isSystemError } from '@annotate-mcp/store/files';
import { bridgeFile } from '@annotate-mcp/store/user-folders';

export class BridgeLock {
  readonly #lock: FileLock;
  #release: (() => void) | null = null;

  constructor(file = bridgeFile()) {
    this.#lock = new FileLock(lockFileOf(file), {
      protects: file,
      busyMs: 0,
      optional: true,
      heals: true,
    });
  }

  get isHeld(): boolean {
    return this.#release !== null;
  }

  /** `false` when another process holds it. */
  async take(): Promise<boolean> {
    if (this.isHeld) return true;
    const taken = Promise.withResolvers<boolean>();
    this.#lock
      .run(() => {
        taken.resolve(true);
        return new Promise<void>((resolve) => {
          this.#release = resolve;
        });
      })
      .catch((error: unknown) => {
        if (error instanceof AnnotateError && error.code === 'store/busy') taken.resolve(false);
        else taken.reject(error);
      });
    return taken.promise;
  }

  close(): void {
    this.#release?.();
    this.#release = null;
    this.#lock.close();
  }
}

/** What is in the place of the lock file, if that is nothing that a bridge removes by itself. */
export function problemOfLock(file = bridgeFile()): AnnotateError | null {
  const lockFile = lockFileOf(file);
  try {
    const found = lstatSync(lockFile, { throwIfNoEntry: false });
    const isEmpty = found?.isDirectory() === true && readdirSync(lockFile).length === 0;
    return found === undefined || found.isFile() || isEmpty ? null : damagedLockError(lockFile);
  } catch (error) {
    // The folder cannot be read, or is none: other checks say so.
    if (isSystemError(error)) return null;
    throw error;
  }
}

function lockFileOf(file: string): string {
  return join(dirname(file), 'bridge.lock');
}
