/** The time limit of a command. All waits of the driver use it, and end when the command is cancelled. */
export class Deadline {
  readonly #end: number;
  readonly #signal: AbortSignal;

  constructor(ms: number, signal: AbortSignal) {
    this.#end = performance.now() + ms;
    this.#signal = signal;
  }

  get leftMs(): number {
    return this.#signal.aborted ? 0 : Math.max(0, this.#end - performance.now());
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }

  /** Called before each step that acts on the page: a cancelled command does nothing further. */
  throwIfCancelled(): void {
    this.#signal.throwIfAborted();
  }

  /** Resolves after `ms`, when one of the events settles, or when the time is over. */
  async pause(ms: number, ...events: Promise<unknown>[]): Promise<void> {
    const rest = Math.min(ms, this.leftMs);
    const over = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => over.resolve(undefined), rest);
    const onAbort = (): void => over.resolve(undefined);
    this.#signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([over.promise, ...events.map((event) => event.catch(() => undefined))]);
    clearTimeout(timer);
    this.#signal.removeEventListener('abort', onAbort);
  }
}
