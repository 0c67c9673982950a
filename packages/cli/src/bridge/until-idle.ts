import { setTimeout as delay } from 'node:timers/promises';

/** How long a shared bridge stays after its last client has left: an agent that is restarted comes back in seconds. */
const lingerMs = 5_000;
/** The agent that started it may be slow. */
const firstClientMs = 20_000;
const lookMs = 250;

/** Resolves when `isBusy` has been false for a while. */
export async function untilIdle(isBusy: () => boolean, signal: AbortSignal): Promise<void> {
  let patience = firstClientMs;
  let idleSince = performance.now();
  while (performance.now() - idleSince < patience && !signal.aborted) {
    await delay(lookMs);
    if (!isBusy()) continue;
    idleSince = performance.now();
    patience = lingerMs;
  }
}
