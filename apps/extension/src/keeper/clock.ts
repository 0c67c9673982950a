/**
 * A thread of the keeper: Chrome slows down the timers of pages that cannot be seen, but not those of their threads.
 * Looks once a second whether a server on this machine has started or ended.
 */
import { bridgeFileName } from '@annotate-mcp/browser-protocol';

import type { ClockTick } from './messages.ts';

const tickMs = 1_000;

let known: string | null = null;

async function tick(): Promise<void> {
  const text = await fetch(`/${bridgeFileName}`, { cache: 'no-store' }).then(
    (file) => file.text(),
    () => '',
  );
  const hasBridgeChanged = known !== null && text !== known;
  known = text;
  postMessage({ hasBridgeChanged } satisfies ClockTick);
}

setInterval(() => void tick(), tickMs);
void tick();
