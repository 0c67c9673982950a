/** What all commands that change something have in common: the tab's turn, a deadline, and what came of it. */
import type { Acting, ActionOutcome } from '@annotate-mcp/browser-protocol';

import type { Tab } from '../driver/tab.ts';
import { Deadline } from '../driver/wait.ts';

import type { CommandContext } from './command.ts';

export async function act<T extends object>(
  { tabId, timeoutMs, dialog }: Acting,
  { tabs, signal }: CommandContext,
  work: (tab: Tab, deadline: Deadline) => Promise<T>,
  /** So long a page may take to begin what follows from it. */
  reactionMs = 20,
): Promise<T & ActionOutcome> {
  const tab = await tabs.take(tabId);
  return tab.run(
    async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const documents = tab.navigation.documents;
      const underWay = new Set(tab.network.underWay);
      const done = await work(tab, deadline);
      return { ...done, ...(await tab.aftermath(documents, underWay, deadline, reactionMs)) };
    },
    signal,
    dialog,
  );
}
