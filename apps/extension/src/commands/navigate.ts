import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext, Handler } from './handler.ts';
import { navigationError } from './navigation-error.ts';
import { runAction } from './run-action.ts';

export const navigate: Handler<'navigate'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab) => {
      await go(tab, params.to, context);
      return {};
    },
    { needsPage: 'leave' },
  );

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
