/** A shared bridge ends some time after its last client. */

/** Agents that are restarted come back within this time. */
const lingerMs = 5_000;
/** The agent that started it may be slow. */
const firstClientMs = 20_000;

export class IdleShutdown {
  readonly #isBusy: () => boolean;
  readonly #idle = Promise.withResolvers<undefined>();
  #timer: NodeJS.Timeout | undefined;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
    this.#waitFor(firstClientMs);
  }

  /** Resolves when the bridge has had no client for a while. */
  get untilIdle(): Promise<undefined> {
    return this.#idle.promise;
  }

  /** An agent has connected or left. */
  agentsChanged(): void {
    this.#waitFor(lingerMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #waitFor(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isBusy()) this.#waitFor(lingerMs);
      else this.#idle.resolve(undefined);
    }, ms);
  }
}
