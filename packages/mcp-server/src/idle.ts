/** Calls back after so many milliseconds; returns what calls it off. */
export type Timer = (ms: number, ring: () => void) => () => void;

/** Keeps no process alive. */
export const systemTimer: Timer = (ms, ring) => {
  const timeout = setTimeout(ring, ms).unref();
  return () => clearTimeout(timeout);
};

/** Notices that somebody has been quiet for too long. */
export class Idle {
  readonly #timer: Timer;
  readonly #onIdle: () => void;
  #open = 0;
  #isStopped = false;
  #callOff: () => void = () => undefined;

  constructor(timer: Timer, onIdle: () => void) {
    this.#timer = timer;
    this.#onIdle = onIdle;
  }

  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** Busy until `finish` is called; when nothing else goes on then, it may stay quiet for that long. */
  begin(): (quietMs: number) => void {
    this.#open++;
    this.#callOff();
    return (quietMs) => {
      this.#open--;
      if (this.#open === 0 && !this.#isStopped) this.#callOff = this.#timer(quietMs, this.#onIdle);
    };
  }

  /** For good, whatever still goes on. */
  stop(): void {
    this.#isStopped = true;
    this.#callOff();
  }
}
