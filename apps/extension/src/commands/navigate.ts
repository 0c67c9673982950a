import type { NavigateParams } from '@annotate-mcp/browser-protocol';

import { Faulty } from '../driver/fault.ts';
import type { Tab } from '../driver/tab.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';
import { notOpened } from './tabs.ts';

export const navigate: Handler<'navigate'> = (params, context) =>
  act(params, context, async (tab) => {
    await go(tab, params.to);
    return {};
  });

async function go(tab: Tab, to: NavigateParams['to']): Promise<void> {
  if (to === 'reload') {
    await tab.cdp.send('Page.reload', {});
    return;
  }
  if (typeof to === 'object') {
    const { errorText } = await tab.cdp.send('Page.navigate', { url: to.url });
    if (errorText !== undefined && errorText !== 'net::ERR_ABORTED') throw notOpened(to.url, errorText);
    return;
  }
  const { currentIndex, entries } = await tab.cdp.send('Page.getNavigationHistory', {});
  const entry = entries[currentIndex + (to === 'back' ? -1 : 1)];
  if (entry === undefined) {
    throw new Faulty('navigation/failed', `There is no page to go ${to} to.`, 'Open an address instead.');
  }
  await tab.cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
}
