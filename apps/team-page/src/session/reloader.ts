/** Runs `reload` a moment after something happened, once for many events, and never twice at the same time. */
export interface Reloader {
  readonly soon: () => void;
  readonly close: () => void;
}

const pauseMs = 250;

export function createReloader(reload: () => Promise<void>): Reloader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;

  function soon(): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => void run(), pauseMs);
  }

  async function run(): Promise<void> {
    // What happens while it runs is read after it, by a run of its own.
    await running;
    timer = undefined;
    running = isClosed ? null : reload();
    await running;
  }

  return {
    soon,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
