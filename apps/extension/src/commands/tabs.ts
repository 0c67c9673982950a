import { Faulty } from '../driver/fault.ts';
import { allTabs, tabInfo } from '../driver/tab-info.ts';
import { Deadline } from '../driver/wait.ts';

import type { Handler } from './command.ts';

export const createTab: Handler<'create_tab'> = async ({ url, active, timeoutMs }, { tabs, signal }) => {
  const created = await chrome.tabs.create({ url: 'about:blank', active });
  if (created.id === undefined)
    throw new Faulty('browser/failed', 'The browser opened no tab.', 'Try again.');
  try {
    const tab = await tabs.take(created.id);
    await tab.run(async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const { errorText } = await tab.cdp.send('Page.navigate', { url });
      if (errorText !== undefined) throw notOpened(url, errorText);
      await tab.aftermath(-1, new Set(), deadline, 20);
    }, signal);
    return { tab: await tabInfo(created.id) };
  } catch (error) {
    // Nobody was told of it, so nobody would ever close it.
    await chrome.tabs.remove(created.id).catch(() => undefined);
    throw error;
  }
};

export const closeTab: Handler<'close_tab'> = async ({ tabId }, { tabs }) => {
  // What the person took back is not the agent's to close.
  await tabs.take(tabId);
  const tab = await tabInfo(tabId);
  await chrome.tabs.remove(tabId);
  return { tab };
};

export const getTabs: Handler<'get_tabs'> = async () => ({ tabs: await allTabs() });

export function notOpened(url: string, reason: string): Faulty {
  return new Faulty(
    'navigation/failed',
    `${url} could not be opened: ${reason}.`,
    'Check the address, and that its server runs.',
  );
}
