import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';

export const scroll: Handler<'scroll'> = async (
  { tabId, target, pixels, highlightMs, timeoutMs, dialog },
  { tabs, signal },
) => {
  const tab = await tabs.get(tabId);
  return tab.act(
    async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const found = target === undefined ? null : await waitForTarget(tab, target, 'visible', deadline);
      const frame = found?.frame ?? tab.frames.main;
      const scrolled = await tab.frames.call(frame, 'scroll', found?.target ?? null, pixels ?? null);
      if (scrolled === null)
        throw new CommandError('target/stale', 'The element to scroll to is gone.', 'Take a new snapshot.');
      if (highlightMs !== undefined && target !== undefined) {
        const { box } = await waitForTarget(tab, target, 'visible', deadline);
        await tab.frames.call(tab.frames.main, 'outline', box, highlightMs);
      }
      return scrolled;
    },
    signal,
    { answer: dialog },
  );
};
