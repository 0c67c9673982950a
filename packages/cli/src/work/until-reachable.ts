import { AnnotateError } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

export interface WaitingDeps {
  /** Ends the wait. */
  signal: AbortSignal;
  /** Called with why the store cannot be used yet, each time that there is another reason. */
  onWait: (reason: string) => void;
}

/** Timers of Node.js take no longer time. */
const longestTimerMs = 2 ** 31 - 1;

/** Waits until the store, which connects by itself, has answered for the first time. `false` when `signal` comes first. */
export async function untilReachable(
  store: Pick<Store, 'agents'>,
  { signal, onWait }: WaitingDeps,
): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = () => resolve(false);
  signal.addEventListener('abort', stop, { once: true });
  // A store that connects again keeps no process alive.
  const alive = setInterval(() => undefined, longestTimerMs);
  // Every store tells the connected agents as soon as it can read them.
  const subscription = store.agents.subscribe({
    agents: () => resolve(true),
    error: (error) => onWait(describe(error)),
  });
  try {
    return await promise;
  } finally {
    subscription.close();
    clearInterval(alive);
    signal.removeEventListener('abort', stop);
  }
}

function describe(error: unknown): string {
  return error instanceof AnnotateError ? error.message : String(error);
}
