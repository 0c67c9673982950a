/** What an action led to: a navigation, requests, tabs, downloads, dialogs. */
import type { ActionOutcome, ParamsOf } from '@annotate-mcp/browser-protocol';

import type { Deadline } from './deadline.ts';
import type { NetworkLog } from './network-log.ts';
import type { Tab } from './tab.ts';

export interface BeforeAction {
  documents: number;
  requests: ReadonlySet<string>;
}

type WaitUntil = NonNullable<ParamsOf<'navigate'>['waitUntil']>;

/** Waits until the page has reacted to an action, and returns what happened. `before` is the state before the action. */
export async function waitForOutcome(
  tab: Tab,
  before: BeforeAction,
  deadline: Deadline,
  reactionMs: number,
): Promise<ActionOutcome> {
  await deadline.pause(reactionMs);
  await untilParsed(tab, deadline);
  await waitForRequests(tab.network, before.requests, deadline, reactionMs);
  return outcomeSince(tab, before, deadline);
}

async function untilParsed({ navigation }: Tab, deadline: Deadline): Promise<void> {
  while (!deadline.isOver && navigation.isLoading) await deadline.pause(250, navigation.next());
}

/** Waits until another page has loaded and is drawn, or for what the agent asked for instead. */
export async function waitForPage(
  tab: Tab,
  before: BeforeAction,
  deadline: Deadline,
  until: WaitUntil = 'load',
): Promise<ActionOutcome> {
  await untilParsed(tab, deadline);
  if (until !== 'domcontentloaded') {
    const latest = performance.now() + loadMs;
    while (!deadline.isOver && !tab.navigation.hasLoaded && performance.now() < latest)
      await deadline.pause(latest - performance.now(), tab.navigation.next());
    // The page agent waits for a frame; a page that is busy or was left draws none.
    await deadline.pause(drawMs, tab.frames.call(tab.frames.main, 'drawn'));
  }
  if (until === 'networkidle') {
    const latest = performance.now() + idleMs;
    while (!deadline.isOver && tab.network.underWay.size > 0 && performance.now() < latest)
      await deadline.pause(latest - performance.now(), tab.network.nextEnd());
  }
  return outcomeSince(tab, before, deadline);
}

/** A page can be used before its last picture has come, and some never end to load. */
const loadMs = 5_000;
const drawMs = 150;
const idleMs = 10_000;

async function outcomeSince(tab: Tab, before: BeforeAction, deadline: Deadline): Promise<ActionOutcome> {
  const { navigation } = tab;
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
