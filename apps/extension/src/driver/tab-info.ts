import type { TabInfo } from '@annotate-mcp/browser-protocol';

import { Faulty } from './fault.ts';

/** Tabs that our debugger is attached to. The browser's own list has those of other debuggers, too. */
export const driven = new Set<number>();

/** A page can make both as long as it likes. */
const longest = { url: 4_096, title: 500 } as const;

export async function tabInfo(tabId: number): Promise<TabInfo> {
  try {
    return toTabInfo(await chrome.tabs.get(tabId));
  } catch {
    throw new Faulty('tab/none', `There is no tab ${tabId}.`, 'List the tabs with browser_get_tabs.');
  }
}

export async function allTabs(): Promise<TabInfo[]> {
  const tabs = await chrome.tabs.query({});
  return tabs.filter(({ id }) => id !== undefined).map(toTabInfo);
}

function toTabInfo(tab: chrome.tabs.Tab): TabInfo {
  const { id = chrome.tabs.TAB_ID_NONE, windowId, url, pendingUrl, title, active, status } = tab;
  return {
    tabId: id,
    windowId,
    // A tab that has just been opened has an empty address.
    url: (url === undefined || url === '' ? (pendingUrl ?? '') : url).slice(0, longest.url),
    title: (title ?? '').slice(0, longest.title),
    active,
    status: status === 'complete' ? 'complete' : 'loading',
    driven: driven.has(id),
  };
}
