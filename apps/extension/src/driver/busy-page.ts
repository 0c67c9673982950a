/** A page whose scripts run without a pause answers nothing: no click, no snapshot, no script. */
import type { Cdp } from './cdp.ts';
import { CommandError } from './command-error.ts';

/** A page that does not answer for so long counts as busy. */
export const busyMs = 4_000;

/** Throws if the page does not answer. Asked before a command does anything, so that it does not happen late. */
export async function requireAnswer(cdp: Cdp, tabId: number, ms = busyMs): Promise<void> {
  if (!(await answers(cdp, ms))) throw busyError(`The page in tab ${tabId} is busy`, 'Nothing was done.');
}

/**
 * Leaves a page that does not answer, for an empty one in another process: a page of the same site would have to wait for
 * the script, and extensions may not end it. Returns whether it was left.
 */
export async function leaveBusyPage(cdp: Cdp): Promise<boolean> {
  if (await answers(cdp, 1_000)) return false;
  await cdp.send('Page.navigate', { url: 'about:blank' });
  return true;
}

/** Rejects after the time if the page has not answered. */
export async function answerInTime<T>(answer: Promise<T>, what: string, ms = busyMs): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(busyError('The page is busy', what)), ms);
  try {
    return await Promise.race([answer, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function isBusyError(error: unknown): boolean {
  return error instanceof CommandError && error.code === 'page/busy';
}

async function answers(cdp: Cdp, ms: number): Promise<boolean> {
  const over = Promise.withResolvers<false>();
  const timer = setTimeout(() => over.resolve(false), ms);
  const answered = cdp.send('Runtime.evaluate', { expression: '0' }).then(
    () => true,
    // The page is replaced at this moment, so it is not busy.
    () => true,
  );
  const isAnswered = await Promise.race([answered, over.promise]);
  clearTimeout(timer);
  return isAnswered;
}

function busyError(what: string, consequence: string): CommandError {
  return new CommandError(
    'page/busy',
    `${what}: one of its scripts has been running for seconds without a pause. ${consequence}`,
    'Wait and try again. browser_navigate (also with action "reload") leaves the page, browser_close_tab closes the tab; browser_get_console and browser_get_network work meanwhile.',
  );
}
