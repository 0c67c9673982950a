/** Tabs that a page opened. The page's wish is heard at once, the tab comes a moment later. */
import type { TabInfo } from '@annotate-mcp/browser-protocol';

import type { Cdp } from './cdp.ts';
import { tabInfo } from './tab-info.ts';
import type { Deadline } from './wait.ts';

/** A browser that blocks pop-ups opens none. */
const longestMs = 1_000;

export class OpenedTabs {
  readonly #opened: number[] = [];
  #wished: string[] = [];
  #arrived = Promise.withResolvers<undefined>();

  constructor(cdp: Cdp) {
    cdp.on('Page.windowOpen', ({ url }) => this.#wished.push(url));
  }

  /** Whether it is one that this page asked for. Who opened a tab is not what the browser says when the page is hidden. */
  claim({ id, url, pendingUrl }: chrome.tabs.Tab): boolean {
    // Most are created before they know where they lead.
    const leadsTo = pendingUrl ?? url ?? '';
    const at = this.#wished.findIndex(
      (wish) => leadsTo === '' || leadsTo === 'about:blank' || wish === leadsTo,
    );
    if (at < 0 || id === undefined) return false;
    this.#wished.splice(at, 1);
    this.#opened.push(id);
    this.#arrived.resolve(undefined);
    this.#arrived = Promise.withResolvers();
    return true;
  }

  /** Each is told once. */
  async take(deadline: Deadline): Promise<TabInfo[]> {
    const latest = performance.now() + longestMs;
    while (this.#wished.length > 0 && performance.now() < latest && !deadline.isOver)
      await deadline.pause(latest - performance.now(), this.#arrived.promise);
    this.#wished = [];
    const found = await Promise.all(this.#opened.splice(0).map((id) => tabInfo(id).catch(() => null)));
    return found.filter((tab) => tab !== null);
  }
}
