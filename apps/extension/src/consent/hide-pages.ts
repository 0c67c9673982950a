/** Removes from results what the agent may not see: addresses and titles of sites that the person has not allowed. */
import type { Download, TabInfo } from '@annotate-mcp/browser-protocol';

/** `true`: may be seen. `false`: that there is a tab. `null`: nothing at all. */
export type Visibility = (tabId: number, url: string) => boolean | null;

/**
 * `page` is the tab that the command was about. An address in the result that the agent may not see is that of a page to
 * which the tab went because of the command.
 */
export function hidePages<Result extends object>(
  result: Result,
  page: { tabId: number | null; hadHiddenPage: boolean },
  visibility: Visibility,
): Result {
  let shown = result;
  if ('tabs' in result && areTabs(result.tabs))
    shown = { ...shown, tabs: visibleTabs(result.tabs, visibility) };
  if ('openedTabs' in result && areTabs(result.openedTabs))
    shown = { ...shown, openedTabs: visibleTabs(result.openedTabs, visibility) };
  if ('tab' in result && isTab(result.tab)) shown = { ...shown, tab: visibleTab(result.tab, visibility) };
  // Of the history and the bookmarks: what the person allowed is more than one site, but not those that are never driven.
  if ('pages' in result && arePages(result.pages))
    shown = { ...shown, pages: result.pages.filter(({ url }) => visibility(noTab, url) !== null) };
  if ('downloads' in result && areDownloads(result.downloads))
    shown = {
      ...shown,
      downloads: result.downloads.map((each) => visibleDownload(each, page.tabId ?? noTab, visibility)),
    };
  if (page.tabId === null || !('url' in result) || typeof result.url !== 'string') return shown;
  const isHidden = visibility(page.tabId, result.url) !== true;
  if (isHidden) shown = { ...shown, url: '', title: '', hidden: true };
  // Dialogs and downloads do not say whose they are: they may have been those of the hidden page.
  if (isHidden || page.hadHiddenPage) {
    if ('dialogs' in result) shown = { ...shown, dialogs: [] };
    if ('downloads' in result) shown = { ...shown, downloads: [] };
  }
  return shown;
}

/** Pages of the history and of bookmarks are in no tab; those of sites that are never driven are left out. */
const noTab = -1;

/** Tabs of sites that are never driven are left out. */
function visibleTabs(tabs: readonly TabInfo[], visibility: Visibility): TabInfo[] {
  return tabs.flatMap((tab) => {
    const seen = visibility(tab.tabId, tab.url);
    return seen === null ? [] : [seen ? withoutForeignTitle(tab) : hideTab(tab)];
  });
}

function visibleTab(tab: TabInfo, visibility: Visibility): TabInfo {
  return visibility(tab.tabId, tab.url) === true ? withoutForeignTitle(tab) : hideTab(tab);
}

function hideTab({ tabId, windowId, driven }: TabInfo): TabInfo {
  return { tabId, windowId, url: '', title: '', active: false, status: 'complete', driven, hidden: true };
}

/** The title of an empty page may have been written by the site that opened it. */
function withoutForeignTitle(tab: TabInfo): TabInfo {
  return tab.url.startsWith('about:') ? { ...tab, title: '' } : tab;
}

/**
 * A file that an allowed page offers is often on another host, whose address the agent does not learn. Of a file of a site
 * that is never driven it learns only that there is one.
 */
function visibleDownload(download: Download, tabId: number, visibility: Visibility): Download {
  // What a page made itself has no address of its own.
  const seen = /^(?:data|blob):/.test(download.url) || visibility(tabId, download.url);
  if (seen !== null) return seen ? download : { ...download, url: '' };
  return {
    name: 'hidden',
    url: '',
    state: download.state,
    bytes: 0,
    totalBytes: null,
    path: null,
    problem: 'It comes from a site that the person never lets agents see.',
  };
}

function areDownloads(value: unknown): value is Download[] {
  return Array.isArray(value) && value.every((each) => isPage(each) && 'state' in each);
}

function areTabs(value: unknown): value is TabInfo[] {
  return Array.isArray(value) && value.every(isTab);
}

function isTab(value: unknown): value is TabInfo {
  return typeof value === 'object' && value !== null && 'tabId' in value && 'windowId' in value;
}

function arePages(value: unknown): value is { readonly url: string }[] {
  return Array.isArray(value) && value.every(isPage);
}

function isPage(value: unknown): value is { readonly url: string } {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}
