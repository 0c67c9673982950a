import type { FrameChain } from '../consent/frame-access.ts';

/** What the person allows a command beside the page that it is about. */
export interface FramePermit {
  /** Asks the person if that is needed; rejects if the command may not use the frame. */
  admitFrame(chain: FrameChain): Promise<void>;
}

/** The limits of a command: its time, which ends when it is cancelled, and the frames that it may use. */
export class Deadline {
  #end: number;
  readonly #signal: AbortSignal;
  readonly #permit: FramePermit | undefined;

  constructor(ms: number, signal: AbortSignal, permit?: FramePermit) {
    this.#end = performance.now() + ms;
    this.#signal = signal;
    this.#permit = permit;
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

  /** Called before a frame is used. The time that the person takes to answer does not count. */
  async admitFrame(chain: FrameChain): Promise<void> {
    if (this.#permit === undefined) return;
    const began = performance.now();
    await this.#permit.admitFrame(chain);
    this.#end += performance.now() - began;
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
