/** Commands whose reply is awaited. Each ends once: by its reply, its time, its caller or the end of the connection. */
import type { Timer } from '../../idle-timer.ts';

export interface Patience {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly timedOut: () => Error;
  readonly cancelled: () => Error;
  readonly disconnected: () => Error;
  /** Called when the caller stops waiting although no reply came. */
  readonly giveUp: () => void;
}

interface Waiting {
  readonly answer: (reply: unknown) => void;
  readonly disconnect: () => void;
}

export class Pending {
  readonly #timer: Timer;
  readonly #waiting = new Map<string, Waiting>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  get size(): number {
    return this.#waiting.size;
  }

  async wait(id: string, patience: Patience): Promise<unknown> {
    const { ms, signal, timedOut, cancelled, disconnected, giveUp } = patience;
    if (signal.aborted) throw cancelled();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(id);
        callOff();
        signal.removeEventListener('abort', onAbort);
      };
      const stop = (reason: Error): void => {
        end();
        giveUp();
        reject(reason);
      };
      const onAbort = (): void => stop(cancelled());
      const callOff = this.#timer(ms, () => stop(timedOut()));
      signal.addEventListener('abort', onAbort);
      this.#waiting.set(id, {
        answer: (reply) => {
          end();
          resolve(reply);
        },
        disconnect: () => {
          end();
          reject(disconnected());
        },
      });
    });
  }

  /** `false` when nobody waits for it: too late, or never asked. */
  answer(id: string, reply: unknown): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.answer(reply);
    return waiting !== undefined;
  }

  disconnect(): void {
    for (const { disconnect } of [...this.#waiting.values()]) disconnect();
  }
}
