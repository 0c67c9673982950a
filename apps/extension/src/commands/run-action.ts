import type { ActionOutcome, ActionParams } from '@annotate-mcp/browser-protocol';

import { type BeforeAction, waitForOutcome } from '../driver/action-outcome.ts';
import { Deadline } from '../driver/deadline.ts';
import { keepDrawn } from '../driver/keep-drawn.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext } from './handler.ts';

interface ActionOptions {
  /** How long the page may take until it starts to react. */
  readonly reactionMs?: number;
  /** Waits for what the action leads to, instead of for a reaction of the page. */
  readonly wait?: (tab: Tab, before: BeforeAction, deadline: Deadline) => Promise<ActionOutcome>;
  readonly holdMs?: number;
  readonly needsPage?: 'leave';
  /** It may open a file chooser, which the person must not see; the result reports it. */
  readonly mayOpenChooser?: boolean;
}

/** For commands that change something: runs `work` after the actions before it, and reports what happened to the page. */
export async function runAction<T extends object>(
  { tabId, timeoutMs, dialog }: ActionParams,
  { tabs, signal, permit }: CommandContext,
  work: (tab: Tab, deadline: Deadline) => Promise<T>,
  { reactionMs = 20, mayOpenChooser = false, wait, ...options }: ActionOptions = {},
): Promise<T & ActionOutcome> {
  const tab = await tabs.get(tabId);
  return tab.act(
    async () => {
      const deadline = new Deadline(timeoutMs, signal, permit);
      const documents = tab.navigation.documents;
      const requests = new Set(tab.network.underWay);
      const chooser = mayOpenChooser ? await tab.fileChoosers.intercept(tab.frames.sessions, true) : null;
      try {
        return await keepDrawn(tab, async () => {
          // Not later: the action may send a form, and the next page has the password in its address but not in a field.
          const looking = options.needsPage !== 'leave' && tab.secrets.mayHaveFields && tab.secrets.look();
          const done = await work(tab, deadline);
          permit?.leave();
          await looking;
          const before = { documents, requests };
          const outcome = await (wait === undefined
            ? waitForOutcome(tab, before, deadline, reactionMs)
            : wait(tab, before, deadline));
          const openedChooser = chooser !== null && chooser.opened !== null;
          return { ...done, ...outcome, ...(openedChooser && { openedChooser }) };
        });
      } finally {
        chooser?.end();
      }
    },
    signal,
    { ...options, answer: dialog },
  );
}
