/** Commands that wait for their reply. Each ends once: by its reply, its time limit, its caller or the end of the connection. */
import type { Timer } from '../../idle-timer.ts';

interface WaitOptions {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly timeoutError: () => Error;
  readonly cancelledError: () => Error;
  readonly disconnectedError: () => Error;
  /** Called when the command ends without a reply although the extension is connected. */
  readonly onGiveUp: () => void;
}

interface PendingCommand {
  readonly answer: (reply: unknown) => void;
  readonly disconnect: () => void;
}

export class PendingCommands {
  readonly #timer: Timer;
  readonly #commands = new Map<string, PendingCommand>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  get size(): number {
    return this.#commands.size;
  }

  async wait(id: string, options: WaitOptions): Promise<unknown> {
    const { ms, signal, timeoutError, cancelledError, disconnectedError, onGiveUp } = options;
    if (signal.aborted) throw cancelledError();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#commands.delete(id);
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
      };
      const stop = (reason: Error): void => {
        end();
        onGiveUp();
        reject(reason);
      };
      const onAbort = (): void => stop(cancelledError());
      const cancelTimer = this.#timer(ms, () => stop(timeoutError()));
      signal.addEventListener('abort', onAbort);
      this.#commands.set(id, {
        answer: (reply) => {
          end();
          resolve(reply);
        },
        disconnect: () => {
          end();
          reject(disconnectedError());
        },
      });
    });
  }

  /** `false` when no command with this id waits: the reply came too late, or the command was never sent. */
  answer(id: string, reply: unknown): boolean {
    const command = this.#commands.get(id);
    command?.answer(reply);
    return command !== undefined;
  }

  disconnect(): void {
    for (const { disconnect } of [...this.#commands.values()]) disconnect();
  }
}
