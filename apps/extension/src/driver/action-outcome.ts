/** What an action led to: a navigation, requests, tabs, downloads, dialogs. */
import type { ActionOutcome } from '@annotate-mcp/browser-protocol';

import type { Deadline } from './deadline.ts';
import type { NetworkLog } from './network-log.ts';
import type { Tab } from './tab.ts';

interface BeforeAction {
  documents: number;
  requests: ReadonlySet<string>;
}

/** Waits until the page has reacted to an action, and returns what happened. `before` is the state before the action. */
export async function waitForOutcome(
  tab: Tab,
  before: BeforeAction,
  deadline: Deadline,
  reactionMs: number,
): Promise<ActionOutcome> {
  const { navigation } = tab;
  await deadline.pause(reactionMs);
  while (!deadline.isOver && navigation.isLoading) await deadline.pause(250, navigation.next());
  await waitForRequests(tab.network, before.requests, deadline, reactionMs);
  const openedTabs = await tab.opened.takeTabs(deadline);
  const downloads = await tab.downloads.take(deadline);
  return {
    ...(await tab.page()),
    navigated: navigation.documents !== before.documents,
    dialogs: tab.dialogs.takeReports(),
    openedTabs,
    ...(downloads.length > 0 && { downloads }),
  };
}

/** Waits a short time for requests that the action started: the agent usually wants to see their result. */
async function waitForRequests(
  network: NetworkLog,
  before: ReadonlySet<string>,
  deadline: Deadline,
  reactionMs: number,
): Promise<void> {
  const latest = performance.now() + 400;
  const hasNewRequests = () => [...network.underWay].some((id) => !before.has(id));
  while (!deadline.isOver && hasNewRequests() && performance.now() < latest) {
    await deadline.pause(latest - performance.now(), network.nextEnd());
    // The page still has to render the response.
    await deadline.pause(reactionMs);
  }
}
