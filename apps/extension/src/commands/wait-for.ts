import type { WaitForParams } from '@annotate-mcp/browser-protocol';

import { isSeen } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';
import type { Frame } from '../driver/frames.ts';
import type { Tab } from '../driver/tab.ts';
import { Deadline } from '../driver/wait.ts';

import type { Handler } from './command.ts';

const quietMs = 500;
const newsMs = 250;

export const waitFor: Handler<'wait_for'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => {
    const began = performance.now();
    const deadline = new Deadline(params.timeoutMs, signal);
    for (;;) {
      const missing = await missingOf(tab, params, deadline);
      if (missing === null) break;
      if (deadline.isOver) throw timedOut(missing, params.timeoutMs);
      await nextNews(tab, deadline);
    }
    const { url, title } = await tab.page();
    return { waitedMs: Math.round(performance.now() - began), url, title };
  }, signal);
};

/** What does not hold yet, in words; `null` when all does. */
async function missingOf(tab: Tab, params: WaitForParams, deadline: Deadline): Promise<string | null> {
  const { text, textGone, target, targetGone, url, idle } = params;
  if (url !== undefined && !(await tab.page()).url.includes(url))
    return `the address has no ${JSON.stringify(url)}`;
  if (text !== undefined && !(await anywhere(tab, (frame) => tab.frames.call(frame, 'hasText', text))))
    return `the text ${JSON.stringify(text)} is not there`;
  if (textGone !== undefined && (await anywhere(tab, (frame) => tab.frames.call(frame, 'hasText', textGone))))
    return `the text ${JSON.stringify(textGone)} is still there`;
  if (target !== undefined && !(await isSeen(tab, target))) return 'the target is not visible';
  if (targetGone !== undefined && (await isSeen(tab, targetGone))) return 'the target is still visible';
  if (idle && !(await isQuiet(tab, deadline))) return 'the network is not quiet';
  return null;
}

async function anywhere(tab: Tab, holds: (frame: Frame) => Promise<boolean>): Promise<boolean> {
  // A document on its way out has nothing to say.
  const answers = await Promise.all(tab.frames.all.map((frame) => holds(frame).catch(() => false)));
  return answers.includes(true);
}

async function isQuiet(tab: Tab, deadline: Deadline): Promise<boolean> {
  if (tab.navigation.isLoading || tab.network.underWay.size > 0) return false;
  await deadline.pause(quietMs);
  return tab.network.underWay.size === 0;
}

/** A change of the page, the end of a request, another document; at the latest after a quarter of a second. */
async function nextNews(tab: Tab, deadline: Deadline): Promise<void> {
  const change = tab.frames.call(tab.frames.main, 'nextChange', newsMs);
  await deadline.pause(newsMs, change, tab.navigation.next(), tab.network.nextEnd());
}

function timedOut(missing: string, ms: number): Faulty {
  return new Faulty(
    'wait/timed-out',
    `After ${ms} ms ${missing}.`,
    'Look at the page with browser_get_accessibility_tree.',
  );
}
