import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext, Handler } from './handler.ts';
import { navigationError } from './navigation-error.ts';
import { runAction } from './run-action.ts';

export const navigate: Handler<'navigate'> = (params, context) =>
  runAction(params, context, async (tab) => {
    await go(tab, params.to, context);
    return {};
  });

async function go(tab: Tab, to: ParamsOf<'navigate'>['to'], { permit }: CommandContext): Promise<void> {
  if (to === 'reload') {
    await tab.cdp.send('Page.reload', {});
    return;
  }
  if (typeof to === 'object') {
    const { errorText } = await tab.cdp.send('Page.navigate', { url: to.url });
    if (errorText !== undefined && errorText !== 'net::ERR_ABORTED') throw navigationError(to.url, errorText);
    return;
  }
  const { currentIndex, entries } = await tab.cdp.send('Page.getNavigationHistory', {});
  const entry = entries[currentIndex + (to === 'back' ? -1 : 1)];
  if (entry === undefined) {
    throw new CommandError(
      'navigation/failed',
      `There is no page to go ${to} to.`,
      'Open an address instead.',
    );
  }
  await permit?.admitAddress(entry.url);
  await tab.cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
}
