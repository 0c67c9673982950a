/** Waiting with an end: every wait of the driver goes through here, and ends when the command is cancelled. */
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

  /** Nobody waits any more: what was to be done next is not done. */
  throwIfCancelled(): void {
    this.#signal.throwIfAborted();
  }

  /** At most until `event`, `ms` or the end. */
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
