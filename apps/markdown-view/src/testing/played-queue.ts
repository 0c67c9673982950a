import type { SequencedCommand, ViewCommand } from '@annotate-mcp/markdown';

/** The commands of a played server, and the polls that wait for them. */
export class PlayedQueue {
  readonly #wakes = new Set<() => void>();
  #commands: SequencedCommand[] = [];
  #seq = 0;

  get seq(): number {
    return this.#seq;
  }

  push(command: ViewCommand): void {
    this.#commands.push({ seq: ++this.#seq, command });
    this.#wake();
  }

  clear(): void {
    this.#commands = [];
    this.#seq = 0;
    this.#wake();
  }

  after(seq: number): SequencedCommand[] {
    return this.#commands.filter((each) => each.seq > seq);
  }

  /** Until something happens, the time is up or the caller is gone. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wakes.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wakes.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #wake(): void {
    for (const wake of [...this.#wakes]) wake();
  }
}
