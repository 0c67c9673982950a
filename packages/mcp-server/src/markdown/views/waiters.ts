/** Lets several callers wait for the same event, each until `wake`, its timeout, or its abort signal. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  get count(): number {
    return this.#waiting.size;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.add(end);
    });
  }

  wake(): void {
    for (const end of [...this.#waiting]) end();
  }
}
