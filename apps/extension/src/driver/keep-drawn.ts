import type { Tab } from './tab.ts';

/** So long after an action a page may still react to it in animation frames, for example by opening a menu. */
const reactionMs = 1_000;

/**
 * For actions: Chrome gives a hidden tab about one animation frame in a second, so that a page that reacts to a click in
 * its next frames would do so long after the agent has looked.
 */
export async function keepDrawn<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  return (await tab.inFront.read()) ? work() : tab.screencast.keepDrawn(work, reactionMs);
}
