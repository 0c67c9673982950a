/** Finds the tabs that a page opened. Chrome reports the page's request at once, and the tab a moment later. */
import type { TabInfo } from '@annotate-mcp/browser-protocol';

import type { Cdp } from './cdp.ts';
import type { Deadline } from './deadline.ts';
import { tabInfo } from './tab-info.ts';

/** How long to wait for a requested tab: a browser that blocks pop-ups never opens it. */
const maxWaitMs = 1_000;

export class OpenedTabs {
  readonly #opened: number[] = [];
  #requestedUrls: string[] = [];
  #arrived = Promise.withResolvers<undefined>();

  constructor(cdp: Cdp) {
    cdp.on('Page.windowOpen', ({ url }) => this.#requestedUrls.push(url));
  }

  /** Whether this page requested the tab. `openerTabId` cannot be used: it is wrong when the page is hidden. */
  claim({ id, url, pendingUrl }: chrome.tabs.Tab): boolean {
    // Most tabs are created before they have a URL.
    const tabUrl = pendingUrl ?? url ?? '';
    const index = this.#requestedUrls.findIndex(
      (requested) => tabUrl === '' || tabUrl === 'about:blank' || requested === tabUrl,
    );
    if (index < 0 || id === undefined) return false;
    this.#requestedUrls.splice(index, 1);
    this.#opened.push(id);
    this.#arrived.resolve(undefined);
    this.#arrived = Promise.withResolvers();
    return true;
  }

  /** Waits for requested tabs, returns all opened ones and removes them from the list. */
  async takeTabs(deadline: Deadline): Promise<TabInfo[]> {
    const latest = performance.now() + maxWaitMs;
    while (this.#requestedUrls.length > 0 && performance.now() < latest && !deadline.isOver)
      await deadline.pause(latest - performance.now(), this.#arrived.promise);
    this.#requestedUrls = [];
    const found = await Promise.all(this.#opened.splice(0).map((id) => tabInfo(id).catch(() => null)));
    return found.filter((tab) => tab !== null);
  }
}
