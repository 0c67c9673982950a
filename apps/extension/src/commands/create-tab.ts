import { waitForOutcome } from '../driver/action-outcome.ts';
import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import { tabInfo } from '../driver/tab-info.ts';

import type { Handler } from './handler.ts';
import { navigationError } from './navigation-error.ts';

export const createTab: Handler<'create_tab'> = async ({ url, active, timeoutMs }, { tabs, signal }) => {
  const created = await chrome.tabs.create({ url: 'about:blank', active });
  if (created.id === undefined)
    throw new CommandError('browser/failed', 'The browser opened no tab.', 'Try again.');
  try {
    const tab = await tabs.get(created.id);
    await tab.act(async () => {
      const deadline = new Deadline(timeoutMs, signal);
      // An empty page that is opened by the debugger would have the origin of this extension, and its rights.
      if (url === 'about:blank') return;
      const { errorText } = await tab.cdp.send('Page.navigate', { url });
      if (errorText !== undefined) throw navigationError(url, errorText);
      await waitForOutcome(tab, { documents: -1, requests: new Set() }, deadline, 20);
    }, signal);
    return { tab: await tabInfo(created.id) };
  } catch (error) {
    // The agent never learns the id of this tab, so it could not close it.
    await chrome.tabs.remove(created.id).catch(() => undefined);
    throw error;
  }
};
