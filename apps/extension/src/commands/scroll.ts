import type { ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import { keepDrawn } from '../driver/keep-drawn.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';

export const scroll: Handler<'scroll'> = async (
  { tabId, target, pixels, wheel = false, highlightMs, timeoutMs, dialog },
  { tabs, signal, permit },
) => {
  const tab = await tabs.get(tabId);
  const work = async () => {
    const deadline = new Deadline(timeoutMs, signal, permit);
    const found = target === undefined ? null : await waitForTarget(tab, target, 'visible', deadline);
    const scrolled =
      wheel && found !== null
        ? await turnWheel(tab, found, pixels ?? 0, deadline)
        : await scrollBy(tab, found, pixels ?? null);
    if (highlightMs !== undefined && target !== undefined) {
      const { box } = await waitForTarget(tab, target, 'visible', deadline);
      await tab.frames.call(tab.frames.main, 'outline', box, highlightMs);
    }
    return scrolled;
  };
  return tab.act(() => keepDrawn(tab, work), signal, { answer: dialog });
};

async function scrollBy(
  tab: Tab,
  found: ReadyTarget | null,
  pixels: number | null,
): Promise<ResultOf<'scroll'>> {
  const frame = found?.frame ?? tab.frames.main;
  const scrolled = await tab.frames.call(frame, 'scroll', found?.target ?? null, pixels);
  if (scrolled !== null) return scrolled;
  throw new CommandError('target/stale', 'The element to scroll to is gone.', 'Take a new snapshot.');
}

async function turnWheel(
  tab: Tab,
  found: ReadyTarget,
  pixels: number,
  deadline: Deadline,
): Promise<ResultOf<'scroll'>> {
  const before = await scrollBy(tab, found, 0);
  await tab.screencast.whileDrawn(async () => {
    await tab.mouse.wheel(found.point, pixels);
    await deadline.pause(wheelMs);
  });
  const after = await scrollBy(tab, found, 0);
  return { ...after, moved: after.leftAbove - before.leftAbove };
}

/** Chrome scrolls smoothly after the wheel has turned. */
const wheelMs = 250;
