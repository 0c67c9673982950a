import { setTimeout as delay } from 'node:timers/promises';

import { identityOf } from '../files/identity.ts';

import { Database, whenFree } from './database.ts';

const giveWayMs = 3;

/**
 * A lock between processes. It is a transaction on a file of its own, because the system frees that when its holder
 * dies; a file whose existence is the lock would stay.
 */
export class FileLock {
  readonly #file: string;
  readonly #busyMs: number;
  #releasedAt = -Infinity;
  #open: { database: Database; identity: string } | null = null;

  constructor(file: string, busyMs: number) {
    this.#file = file;
    this.#busyMs = busyMs;
  }

  /** `work` runs alone among all who use this file. */
  async run<T>(work: () => T): Promise<T> {
    // Those who wait look now and then; a holder that takes the lock again at once would starve them.
    if (performance.now() - this.#releasedAt < giveWayMs) await delay(giveWayMs);
    try {
      return await whenFree(this.#busyMs, () => this.#attempt(work));
    } finally {
      this.#releasedAt = performance.now();
    }
  }

  close(): void {
    this.#open?.database.close();
    this.#open = null;
  }

  #attempt<T>(work: () => T): T {
    const { database, identity } = this.#current();
    const outcome = database.transaction(() =>
      // Somebody may have deleted the file while we waited: others then wait at another one.
      identityOf(this.#file) === identity ? { result: work() } : null,
    );
    return outcome === null ? this.#attempt(work) : outcome.result;
  }

  #current(): { database: Database; identity: string } {
    if (this.#open !== null && identityOf(this.#file) === this.#open.identity) return this.#open;
    this.close();
    const database = new Database(this.#file);
    try {
      // SQLite makes the file when it is first locked.
      database.transaction(() => null);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#open = { database, identity: identityOf(this.#file) };
    return this.#open;
  }
}
