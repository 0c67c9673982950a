/** What a page opens while an agent acts: other tabs, and choosers of files. */
import type { TabInfo } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';
import type { Deadline } from './deadline.ts';
import { tabInfo } from './tab-info.ts';

/** How long to wait for a requested tab: a browser that blocks pop-ups never opens it. */
const maxWaitMs = 1_000;

/** Finds the tabs that a page opened. Chrome reports the page's request at once, and the tab a moment later. */
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

interface OpenedChooser {
  readonly frameId: string;
  readonly session: SessionId;
  /** The file input; `null` if a script of the page asked for a file without one. */
  readonly input: number | null;
}

interface Interception {
  /** The first chooser that was opened since the interception began. */
  readonly opened: OpenedChooser | null;
  /** Resolves when a chooser is opened, or after the time. */
  wait(ms: number, deadline: Deadline): Promise<void>;
  end(): void;
}

/** The person must not see a chooser that a page opens while an agent acts, and the agent could not use it. */
export class FileChoosers {
  readonly #cdp: Cdp;

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
  }

  /** From now on no chooser is shown in the tab. With `cancel` the page is told that the person cancelled it. */
  async intercept(sessions: ReadonlySet<SessionId>, cancel: boolean): Promise<Interception> {
    const open = Promise.withResolvers<undefined>();
    let opened: OpenedChooser | null = null;
    const stop = this.#cdp.on('Page.fileChooserOpened', ({ frameId, backendNodeId }, session) => {
      opened ??= { frameId, session, input: backendNodeId ?? null };
      open.resolve(undefined);
    });
    const set = (enabled: boolean) =>
      [...sessions].map((session) =>
        this.#cdp
          .send('Page.setInterceptFileChooserDialog', { enabled, ...(enabled && { cancel }) }, session)
          // The frame of this session is gone.
          .catch(() => undefined),
      );
    await Promise.all(set(true));
    return {
      get opened() {
        return opened;
      },
      wait: (ms, deadline) => deadline.pause(ms, open.promise),
      end: () => {
        stop();
        void Promise.all(set(false));
      },
    };
  }
}
