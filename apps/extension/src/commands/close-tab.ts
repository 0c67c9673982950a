import { tabInfo } from '../driver/tab-info.ts';

import type { Handler } from './handler.ts';

export const closeTab: Handler<'close_tab'> = async ({ tabId }, { tabs }) => {
  // Throws for a tab that the person took back: the agent must not close it.
  await tabs.get(tabId);
  const tab = await tabInfo(tabId);
  await chrome.tabs.remove(tabId);
  return { tab };
};
