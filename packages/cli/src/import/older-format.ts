/** The store before this one: `{ "sessions": {…}, "annotations": {…} }`, component annotations only. */

export type OlderSessions = Record<string, unknown>;

/** Fills in what that format did not have. What is wrong beyond that stays, for the schema to name it. */
export function modernize(older: Record<string, unknown>, sessions: OlderSessions): Record<string, unknown> {
  return {
    kind: 'component',
    // The format knew one app, at the root of its project, and did not tell people apart.
    appId: '.',
    authorId: 'imported',
    pageTitle: '',
    ...pageOf(older, sessions),
    updatedAt: lastTimeOf(older),
    replies: [],
    ...older,
    ...stateOf(older),
  };
}

/** Only the tab knew its address. */
function pageOf({ sessionId }: Record<string, unknown>, sessions: OlderSessions): { pageUrl?: unknown } {
  const session = typeof sessionId === 'string' ? sessions[sessionId] : undefined;
  const hasUrl = typeof session === 'object' && session !== null && 'url' in session;
  return hasUrl ? { pageUrl: session.url } : {};
}

function lastTimeOf({ createdAt, replies }: Record<string, unknown>): unknown {
  const times = [createdAt, ...(Array.isArray(replies) ? replies.map(timeOf) : [])];
  return times
    .filter((time) => typeof time === 'string')
    .sort()
    .at(-1);
}

function timeOf(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'createdAt' in reply ? reply.createdAt : undefined;
}

/** An acknowledged annotation without a claim becomes pending, so that an agent finds it. */
function stateOf({ status, claim }: Record<string, unknown>): { status?: 'pending' } {
  return status === 'acknowledged' && claim === undefined ? { status: 'pending' } : {};
}
