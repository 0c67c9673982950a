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

/** A page that the agent's own change has made reload is connected again within this time. */
const reloadMs = 10_000;

/**
 * Tabs that are open and show the page, the latest first; when there are none, those that were open a moment ago. Throws
 * what to do when there are none either.
 */
export async function chooseTabs(store: AgentStore, wanted: WantedPage, now: Date): Promise<Session[]> {
  const { sessionId, pageUrl, appId } = wanted;
  const known = await store.sessions.list();
  const fitting = known
    .filter((session) => sessionId === undefined || session.id === sessionId)
    .filter((session) => appId === undefined || session.appId === appId)
    .filter((session) => pageUrl === undefined || pageKey(session.url) === pageKey(pageUrl));
  const open = fitting.filter(({ active }) => active);
  const since = now.getTime() - reloadMs;
  const reloading = fitting.filter(({ lastSeenAt }) => Date.parse(lastSeenAt) > since);
  const chosen = open.length > 0 ? open : reloading;
  if (chosen.length > 0) return chosen.slice(0, maxTabs);
  throw noTabError(
    wanted,
    known.filter(({ active }) => active),
  );
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
    quotesPage: true,
  });
}
