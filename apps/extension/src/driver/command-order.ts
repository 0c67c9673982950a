/**
 * The order of the commands of one tab. Actions run one after the other. What only reads begins after the actions before
 * it, but a long one does not hold it up; and nothing waits for what only reads.
 */
export class CommandOrder {
  #lastAction: Promise<unknown> = Promise.resolve();

  /** Runs after the actions before it. The next action begins when it has ended, or when it has run for `holdMs`. */
  act<T>(work: () => Promise<T>, holdMs = Infinity): Promise<T> {
    return this.#add(this.#lastAction, work, holdMs);
  }

  /** An action that waits only a moment for those before it: it ends what they do. */
  interrupt<T>(work: () => Promise<T>): Promise<T> {
    return this.#add(settledWithin(this.#lastAction, patienceMs), work, Infinity);
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return settledWithin(this.#lastAction, patienceMs).then(work);
  }

  #add<T>(before: Promise<unknown>, work: () => Promise<T>, holdMs: number): Promise<T> {
    const running = before.then(work);
    this.#lastAction = before.then(() => settledWithin(running, holdMs));
    return running;
  }
}

/** More than an action usually takes, so that a snapshot that is asked for together with a click shows its result. */
const patienceMs = 1_000;

async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  const settled = work.then(
    () => undefined,
    () => undefined,
  );
  if (ms === Infinity) return settled;
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => over.resolve(undefined), ms);
  await Promise.race([settled, over.promise]);
  clearTimeout(timer);
}
