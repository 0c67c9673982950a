import type { Session } from '@annotate-mcp/core';
import type { AgentStore } from '../../agent-store.ts';
import { notFoundError } from '../../errors.ts';

export async function requireSession(store: AgentStore, id: string): Promise<Session> {
  const session = await store.sessions.get(id);
  if (session === null)
    throw notFoundError('session', id, 'Call list_sessions for the browser tabs there are.');
  return session;
}
