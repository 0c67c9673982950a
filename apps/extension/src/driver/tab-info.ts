import type { TabInfo } from '@annotate-mcp/browser-protocol';

import { CommandError } from './command-error.ts';

/** Tabs that the extension's debugger is attached to. Chrome's own list also has tabs of other debuggers. */
export const driven = new Set<number>();

/** Tabs that the person took back: agents may not use them. */
export const takenBack = new Set<number>();

/** A page can make its URL and title as long as it wants. */
const maxLength = { url: 4_096, title: 500 } as const;

export async function tabInfo(tabId: number): Promise<TabInfo> {
  try {
    return toTabInfo(await chrome.tabs.get(tabId));
  } catch {
    throw new CommandError('tab/none', `There is no tab ${tabId}.`, 'List the tabs with browser_get_tabs.');
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
    // A tab that was just opened has an empty URL.
    url: (url === undefined || url === '' ? (pendingUrl ?? '') : url).slice(0, maxLength.url),
    title: (title ?? '').slice(0, maxLength.title),
    active,
    status: status === 'complete' ? 'complete' : 'loading',
    driven: driven.has(id),
    ...(takenBack.has(id) && { takenBack: true }),
  };
}
