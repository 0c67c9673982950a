/** Opens, closes and moves between pages. */
import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { waitForPage } from '../driver/action-outcome.ts';
import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import { allTabs, tabInfo } from '../driver/tab-info.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext, Handler } from './handler.ts';
import { runAction } from './run-action.ts';

const createTab: Handler<'create_tab'> = async ({ url, active, timeoutMs }, { tabs, signal }) => {
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
      await waitForPage(tab, { documents: -1, requests: new Set() }, deadline);
    }, signal);
    return { tab: await tabInfo(created.id) };
  } catch (error) {
    // The agent never learns the id of this tab, so it could not close it.
    await chrome.tabs.remove(created.id).catch(() => undefined);
    throw error;
  }
};

const closeTab: Handler<'close_tab'> = async ({ tabId }, { tabs }) => {
  // Throws for a tab that the person took back: the agent must not close it.
  await tabs.get(tabId);
  const tab = await tabInfo(tabId);
  await chrome.tabs.remove(tabId);
  return { tab };
};

const getTabs: Handler<'get_tabs'> = async () => ({ tabs: await allTabs() });

const navigate: Handler<'navigate'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab) => {
      await go(tab, params.to, context);
      return {};
    },
    {
      needsPage: 'leave',
      wait: async (tab, before, deadline) => {
        // An address was opened already; the others begin in a moment.
        if (typeof params.to === 'string') await deadline.pause(beginMs);
        return waitForPage(tab, before, deadline, params.waitUntil);
      },
    },
  );

const beginMs = 20;

async function go(tab: Tab, to: ParamsOf<'navigate'>['to'], { permit }: CommandContext): Promise<void> {
  const left = tab.takeLeftPage();
  if (typeof to === 'object') return open(tab, to.url);
  if (to === 'reload' && left !== null) return open(tab, left);
  if (to === 'reload') {
    await tab.cdp.send('Page.reload', {});
    return;
  }
  const { currentIndex, entries } = await tab.cdp.send('Page.getNavigationHistory', {});
  // A page that was left because it was busy has the empty page after it.
  const back = left === null ? -1 : -2;
  const entry = entries[currentIndex + (to === 'back' ? back : 1)];
  if (entry === undefined) {
    throw new CommandError(
      'navigation/failed',
      `There is no page to go ${to} to.`,
      'Open an address instead.',
    );
  }
  await permit?.admitHistoryPage(entry.url);
  await tab.cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
}

async function open(tab: Tab, url: string): Promise<void> {
  const { errorText } = await tab.cdp.send('Page.navigate', { url });
  if (errorText !== undefined && errorText !== 'net::ERR_ABORTED') throw navigationError(url, errorText);
}

function navigationError(url: string, reason: string): CommandError {
  return new CommandError(
    'navigation/failed',
    `${url} could not be opened: ${reason}.`,
    'Check the address, and that its server is running.',
  );
}

export const tabHandlers = { create_tab: createTab, close_tab: closeTab, get_tabs: getTabs, navigate };
