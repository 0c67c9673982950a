import { AnnotateError, pageKey, type Session } from '@annotate-mcp/core';

import type { AgentStore } from '../../agent-store.ts';

/** Where an agent wants to look. */
export interface WantedPage {
  sessionId?: string | undefined;
  /** Any tab will do without one. */
  pageUrl?: string | undefined;
  appId?: string | undefined;
}

const maxTabs = 10;

/** Tabs that are open and show the page, the latest first. Throws what to do when there are none. */
export async function chooseTabs(store: AgentStore, wanted: WantedPage): Promise<Session[]> {
  const { sessionId, pageUrl, appId } = wanted;
  const open = (await store.sessions.list()).filter(({ active }) => active);
  const fitting = open
    .filter((session) => sessionId === undefined || session.id === sessionId)
    .filter((session) => appId === undefined || session.appId === appId)
    .filter((session) => pageUrl === undefined || pageKey(session.url) === pageKey(pageUrl));
  if (fitting.length === 0) throw noTabError(wanted, open);
  return fitting.slice(0, maxTabs);
}

function noTabError({ sessionId, pageUrl }: WantedPage, open: readonly Session[]): AnnotateError {
  const page = pageUrl === undefined ? 'the app' : JSON.stringify(pageUrl);
  const what =
    sessionId === undefined
      ? `No open tab shows ${page}.`
      : `Session ${sessionId} is no tab that is open and shows ${page}.`;
  const urls = [...new Set(open.map(({ url }) => url))].slice(0, 5).map((url) => JSON.stringify(url));
  const others = urls.length === 0 ? 'No tab of the app is open.' : `Open tabs show ${urls.join(', ')}.`;
  return new AnnotateError('tab/none', what, {
    hint: `${others} Ask the person to open ${page} on this machine, with the dev server running.`,
  });
}
