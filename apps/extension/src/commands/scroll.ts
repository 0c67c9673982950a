import { aimAt } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';
import { Deadline } from '../driver/wait.ts';

import type { Handler } from './command.ts';

export const scroll: Handler<'scroll'> = async (
  { tabId, target, pixels, highlightMs, timeoutMs, dialog },
  { tabs, signal },
) => {
  const tab = await tabs.take(tabId);
  return tab.run(
    async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const aimed = target === undefined ? null : await aimAt(tab, target, 'seen', deadline);
      const frame = aimed?.frame ?? tab.frames.main;
      const scrolled = await tab.frames.call(frame, 'scroll', aimed?.target ?? null, pixels ?? null);
      if (scrolled === null)
        throw new Faulty('target/stale', 'What was to be scrolled to went away.', 'Take a new snapshot.');
      if (highlightMs !== undefined && target !== undefined) {
        const { box } = await aimAt(tab, target, 'seen', deadline);
        await tab.frames.call(tab.frames.main, 'outline', box, highlightMs);
      }
      return scrolled;
    },
    signal,
    dialog,
  );
};
