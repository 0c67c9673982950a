import { addressOf, type Session } from '@annotate-mcp/core';

import type { AgentStore } from '../../agent-store.ts';
import { notFoundError } from '../../errors.ts';

/** A tab that was closed long ago is forgotten, but not what was annotated in it. */
export async function requireSession(store: AgentStore, id: string): Promise<Session> {
  const session = (await store.sessions.get(id)) ?? (await describeForgotten(store, id));
  if (session === null)
    throw notFoundError('session', id, 'Call list_sessions for the browser tabs there are.');
  return session;
}

/** What its annotations say about the tab; `null` when it has none. */
async function describeForgotten(store: AgentStore, sessionId: string): Promise<Session | null> {
  const [first] = (await store.list({ sessionId }, { limit: 1 })).annotations;
  const [last] = (await store.list({ sessionId }, { limit: 1, order: 'newest' })).annotations;
  if (first === undefined || last === undefined) return null;
  return {
    id: sessionId,
    appId: last.appId,
    createdAt: first.createdAt,
    lastSeenAt: last.createdAt,
    active: false,
    url: addressOf(last),
  };
}
