/** What an agent sees of a page. */
import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import type { Frame } from '../driver/frames.ts';
import type { Tab } from '../driver/tab.ts';
import { isTargetVisible } from '../driver/wait-for-target.ts';

import { getAccessibilityTree } from './get-accessibility-tree.ts';
import type { Handler } from './handler.ts';
import { screenshot, whileConcealed } from './screenshot.ts';

const idleMs = 500;
const pollMs = 250;

const waitFor: Handler<'wait_for'> = async (params, { tabs, signal, permit }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => {
    const began = performance.now();
    const deadline = new Deadline(params.timeoutMs, signal, permit);
    for (;;) {
      const unmet = await checkInTime(tab, params, deadline);
      if (unmet === null) break;
      if (deadline.isOver) throw timeoutError(unmet, params.timeoutMs);
      await nextChange(tab, deadline);
    }
    const { url, title } = await tab.page();
    const downloads = params.download === true ? await tab.downloads.take(deadline, 0) : [];
    return {
      waitedMs: Math.round(performance.now() - began),
      url,
      title,
      ...(downloads.length > 0 && { downloads }),
    };
  }, signal);
};

/** A page that is busy answers late, or not at all. */
async function checkInTime(
  tab: Tab,
  params: ParamsOf<'wait_for'>,
  deadline: Deadline,
): Promise<string | null> {
  const over = Promise.withResolvers<string>();
  const timer = setTimeout(() => over.resolve(noAnswer), deadline.leftMs + lastCheckMs);
  try {
    return await Promise.race([unmetCondition(tab, params, deadline), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const noAnswer = 'the page does not answer, because one of its scripts runs without a pause';
/** The last check, which begins when the time is over, may take so long. */
const lastCheckMs = 500;

/** Describes the first condition that is not true yet; `null` when all are. */
async function unmetCondition(
  tab: Tab,
  params: ParamsOf<'wait_for'>,
  deadline: Deadline,
): Promise<string | null> {
  const { text, textGone, target, targetGone, url, idle, download = false } = params;
  if (url !== undefined && !(await tab.page()).url.includes(url))
    return `the URL does not contain ${JSON.stringify(url)}`;
  if (text !== undefined && !(await inAnyFrame(tab, (frame) => hasText(tab, frame, text))))
    return `the text ${JSON.stringify(text)} is not on the page`;
  if (textGone !== undefined && (await inAnyFrame(tab, (frame) => hasText(tab, frame, textGone))))
    return `the text ${JSON.stringify(textGone)} is still on the page`;
  if (target !== undefined && !(await isTargetVisible(tab, target, deadline)))
    return 'the target is not visible';
  if (targetGone !== undefined && (await isTargetVisible(tab, targetGone, deadline)))
    return 'the target is still visible';
  if (download) {
    const problem = await unfinishedDownload(tab);
    if (problem !== null) return problem;
  }
  if (idle && !(await isIdle(tab, deadline))) return 'requests are still running';
  return null;
}

async function unfinishedDownload(tab: Tab): Promise<string | null> {
  const downloads = await tab.downloads.unreported();
  if (downloads.length === 0) return 'the tab has begun no download since the last one that was told';
  const running = downloads.find(({ state }) => state === 'running');
  if (running === undefined) return null;
  const { name, bytes, totalBytes, problem = '' } = running;
  return `the download of ${name} has ${bytes} of ${totalBytes ?? 'an unknown number of'} bytes. ${problem}`.trim();
}

async function inAnyFrame(tab: Tab, holds: (frame: Frame) => Promise<boolean>): Promise<boolean> {
  // A frame whose document is replaced at this moment counts as without a match.
  const answers = await Promise.all(tab.frames.all.map((frame) => holds(frame).catch(() => false)));
  return answers.includes(true);
}

function hasText(tab: Tab, frame: Frame, text: string): Promise<boolean> {
  return tab.frames.call(frame, 'hasText', text, tab.secrets.shownIn(frame.origin));
}

async function isIdle(tab: Tab, deadline: Deadline): Promise<boolean> {
  if (tab.navigation.isLoading || tab.network.underWay.size > 0) return false;
  await deadline.pause(idleMs);
  return tab.network.underWay.size === 0;
}

/** Resolves on a change of the page, the end of a request or a navigation; at the latest after `pollMs`. */
async function nextChange(tab: Tab, deadline: Deadline): Promise<void> {
  const change = tab.frames.call(tab.frames.main, 'nextChange', pollMs);
  await deadline.pause(pollMs, change, tab.navigation.next(), tab.network.nextEnd());
}

function timeoutError(unmet: string, ms: number): CommandError {
  return new CommandError(
    'wait/timed-out',
    `After ${ms} ms ${unmet.replace(/\.$/, '')}.`,
    'Look at the page with browser_get_accessibility_tree.',
  );
}

const pdf: Handler<'pdf'> = async (params, { tabs, signal }) => {
  const { tabId, landscape, paperWidth, paperHeight, background } = params;
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    await tab.frames.call(tab.frames.main, 'hidePointer');
    const request = { landscape, paperWidth, paperHeight, printBackground: background };
    const { data } = await tab.guard.whileHidden(() =>
      whileConcealed(tab, () => tab.cdp.send('Page.printToPDF', request)),
    );
    return { ...(await tab.page()), file: data };
  }, signal);
};

export const readingHandlers = {
  get_accessibility_tree: getAccessibilityTree,
  screenshot,
  pdf,
  wait_for: waitFor,
};
