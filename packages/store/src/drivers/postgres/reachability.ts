/** Whether PostgreSQL can be reached, as this process has seen it last. All that wait for it share one time limit. */
import { setTimeout as delay } from 'node:timers/promises';

import { isConnectionLost, isTransactionConflict } from './failures.ts';

/** How long each piece of work still tries when the server has been away for longer than the limit. */
const leastPatienceMs = 1_000;

export class Reachability {
  #lostAt: number | null = null;

  /** A connection was lost, or could not be made. */
  lost(): void {
    this.#lostAt ??= performance.now();
  }

  found(): void {
    this.#lostAt = null;
  }

  /**
   * How long to wait for a server that may be away. A tool call asks the store several times, so that it would wait for
   * several times the limit if each question began to wait again.
   */
  patienceMs(limitMs: number): number {
    const awayMs = this.#lostAt === null ? 0 : performance.now() - this.#lostAt;
    return Math.min(limitMs, Math.max(limitMs - awayMs, leastPatienceMs));
  }

  /** Repeats `work` with another connection when one was lost, for at most `limitMs`. `work` must be safe to repeat. */
  async whenReachable<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const limit = performance.now() + this.patienceMs(limitMs);
    for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        const result = await work();
        this.found();
        return result;
      } catch (error) {
        const isLost = isConnectionLost(error);
        if (isLost) this.lost();
        const mayRepeat = isLost || isTransactionConflict(error);
        if (!mayRepeat || performance.now() + pauseMs > limit) throw error;
        await delay(pauseMs);
      }
    }
  }
}
