import { idleMs } from '../driver/tab.ts';

import type { Handler } from './handler.ts';

export const emulate: Handler<'emulate'> = async ({ tabId, reset, emulation }, { tabs, signal }) => {
  const tab = await tabs.get(tabId);
  return tab.act(async () => {
    const { sessions } = tab.frames;
    if (reset) await tab.emulated.reset(sessions);
    await tab.emulated.add(emulation, sessions);
    const { cssLayoutViewport } = await tab.cdp.send('Page.getLayoutMetrics', {});
    const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
    return { ...(await tab.page()), emulation: tab.emulated.current, width, height, idleMs };
  }, signal);
};
