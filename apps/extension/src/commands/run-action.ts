import type { ActionOutcome, ActionParams } from '@annotate-mcp/browser-protocol';

import { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext } from './handler.ts';

/** For commands that change something: runs `work` in the tab's queue, and reports what happened to the page. */
export async function runAction<T extends object>(
  { tabId, timeoutMs, dialog }: ActionParams,
  { tabs, signal, permit }: CommandContext,
  work: (tab: Tab, deadline: Deadline) => Promise<T>,
  /** How long the page may take until it starts to react. */
  reactionMs = 20,
): Promise<T & ActionOutcome> {
  const tab = await tabs.get(tabId);
  return tab.run(
    async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const documents = tab.navigation.documents;
      const requests = new Set(tab.network.underWay);
      const done = await work(tab, deadline);
      permit?.leave();
      return { ...done, ...(await tab.waitForOutcome({ documents, requests }, deadline, reactionMs)) };
    },
    signal,
    dialog,
  );
}
