import type { ActionOutcome, ActionParams } from '@annotate-mcp/browser-protocol';

import { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';

import type { CommandContext } from './handler.ts';

interface ActionOptions {
  /** How long the page may take until it starts to react. */
  readonly reactionMs?: number;
  readonly holdMs?: number;
  readonly needsPage?: 'leave';
}

/** For commands that change something: runs `work` after the actions before it, and reports what happened to the page. */
export async function runAction<T extends object>(
  { tabId, timeoutMs, dialog }: ActionParams,
  { tabs, signal }: CommandContext,
  work: (tab: Tab, deadline: Deadline) => Promise<T>,
  { reactionMs = 20, ...options }: ActionOptions = {},
): Promise<T & ActionOutcome> {
  const tab = await tabs.get(tabId);
  return tab.act(
    async () => {
      const deadline = new Deadline(timeoutMs, signal);
      const documents = tab.navigation.documents;
      const requests = new Set(tab.network.underWay);
      const done = await work(tab, deadline);
      return { ...done, ...(await tab.waitForOutcome({ documents, requests }, deadline, reactionMs)) };
    },
    signal,
    { ...options, answer: dialog },
  );
}
