import { setTimeout } from 'node:timers/promises';

import type { CDPSession } from 'playwright-core';

/** Moves as fast as a hand does, because the browser merges faster events. `step` is in pixels. */
export async function movePointer(
  cdp: CDPSession,
  moves: number,
  step: { readonly x: number; readonly y: number },
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < moves; n += 1) {
    const at = { x: 20 + ((n * step.x) % 1_200), y: 20 + ((n * step.y) % 650) };
    sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }));
    await setTimeout(1_000 / 60);
  }
  await Promise.all(sent);
}
