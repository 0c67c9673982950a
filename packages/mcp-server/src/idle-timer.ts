/** Calls `onElapsed` after so many milliseconds. Returns a function that cancels it. */
export type Timer = (ms: number, onElapsed: () => void) => () => void;

/** A pending timer does not keep the process alive. */
export const systemTimer: Timer = (ms, onElapsed) => {
  const timeout = setTimeout(onElapsed, ms).unref();
  return () => clearTimeout(timeout);
};

/** Calls `onIdle` when a client has made no call for too long. */
export class IdleTimer {
  readonly #timer: Timer;
  readonly #onIdle: () => void;
  #callsUnderWay = 0;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  constructor(timer: Timer, onIdle: () => void) {
    this.#timer = timer;
    this.#onIdle = onIdle;
  }

  get isBusy(): boolean {
    return this.#callsUnderWay > 0;
  }

  /** Begins a call. The returned function ends it; after the last call `onIdle` follows in `idleMs`. */
  begin(): (idleMs: number) => void {
    this.#callsUnderWay++;
    this.#cancel();
    return (idleMs) => {
      this.#callsUnderWay--;
      if (this.#callsUnderWay === 0 && !this.#isStopped) this.#cancel = this.#timer(idleMs, this.#onIdle);
    };
  }

  /** `onIdle` is not called any more, also not after calls that are under way. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }
}
