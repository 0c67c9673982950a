import type { TabInfo } from '@annotate-mcp/core/browser';

import { Faulty } from './fault.ts';

export async function tabInfo(tabId: number): Promise<TabInfo> {
  try {
    return toTabInfo(await chrome.tabs.get(tabId), await drivenTabs());
  } catch {
    throw new Faulty('tab/none', `There is no tab ${tabId}.`, 'List the tabs with browser_get_tabs.');
  }
}

export async function allTabs(): Promise<TabInfo[]> {
  const [tabs, driven] = await Promise.all([chrome.tabs.query({}), drivenTabs()]);
  return tabs.filter(({ id }) => id !== undefined).map((tab) => toTabInfo(tab, driven));
}

async function drivenTabs(): Promise<ReadonlySet<number>> {
  const targets = await chrome.debugger.getTargets();
  return new Set(targets.flatMap(({ tabId, attached }) => (attached && tabId !== undefined ? [tabId] : [])));
}

function toTabInfo(tab: chrome.tabs.Tab, driven: ReadonlySet<number>): TabInfo {
  const { id = chrome.tabs.TAB_ID_NONE, windowId, url, pendingUrl, title, active, status } = tab;
  return {
    tabId: id,
    windowId,
    // A tab that has just been opened has an empty address.
    url: url === undefined || url === '' ? (pendingUrl ?? '') : url,
    title: title ?? '',
    active,
    status: status === 'complete' ? 'complete' : 'loading',
    driven: driven.has(id),
  };
}
