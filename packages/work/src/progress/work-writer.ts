import { SerialQueue, type Work } from '@annotate-mcp/core';
import type { LiveList } from '@annotate-mcp/store';

/** Ten times a second is as much as a person can follow, and each write wakes other processes. */
const betweenMs = 100;

/** Writes what an agent does, at most ten times a second; the last state is always written. */
export class WorkWriter {
  readonly #works: LiveList<Work>;
  readonly #onError: (error: unknown) => void;
  readonly #queue = new SerialQueue();
  #next: Work | null = null;
  #timer: NodeJS.Timeout | undefined;
  #wroteAt = -Infinity;

  constructor(works: LiveList<Work>, onError: (error: unknown) => void) {
    this.#works = works;
    this.#onError = onError;
  }

  write(work: Work): void {
    this.#next = work;
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#wroteAt + betweenMs - performance.now());
    this.#timer = setTimeout(() => void this.flush(), waitMs);
  }

  /** Resolves when the newest state is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#queue.run(async () => {
      const work = this.#next;
      if (work === null) return;
      this.#next = null;
      this.#wroteAt = performance.now();
      try {
        await this.#works.save(work);
      } catch (error) {
        // The work itself goes on; the next state is written again.
        this.#onError(error);
      }
    });
  }
}
