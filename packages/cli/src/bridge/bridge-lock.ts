/** The right to be the bridge of this user. The system takes it back when the process ends in any way. */
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { FileLock } from '@annotate-mcp/store/files';
import { bridgeFile } from '@annotate-mcp/store/user-folders';

export class BridgeLock {
  readonly #lock: FileLock;
  #release: (() => void) | null = null;

  constructor(file = bridgeFile()) {
    this.#lock = new FileLock(join(dirname(file), 'bridge.lock'), {
      protects: file,
      busyMs: 0,
      optional: true,
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
