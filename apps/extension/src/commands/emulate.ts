import { idleMs } from '../driver/tab.ts';

import type { Handler } from './handler.ts';

export const emulate: Handler<'emulate'> = async ({ tabId, reset, emulation }, { tabs, signal }) => {
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    const sessions = tab.frames.all.flatMap(({ session }) => (session === undefined ? [] : [session]));
    const frames = [...new Set(sessions)];
    if (reset) await tab.emulated.reset(frames);
    await tab.emulated.add(emulation, frames);
    const { cssLayoutViewport } = await tab.cdp.send('Page.getLayoutMetrics', {});
    const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
    return { ...(await tab.page()), emulation: tab.emulated.current, width, height, idleMs };
  }, signal);
};
