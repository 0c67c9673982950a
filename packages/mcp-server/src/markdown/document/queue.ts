/** Runs one piece of asynchronous work after the other, in the order they were given. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // What one piece of work fails with is its own caller's; the next one runs all the same.
    this.#last = result.catch(() => undefined);
    return result;
  }
}
