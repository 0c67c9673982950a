/** `.ng-annotate/store.json`: `{ "sessions": {…}, "annotations": {…} }`, component annotations only. */
import { isRecord } from '@annotate-mcp/core';

export type NgAnnotateSessions = Record<string, unknown>;

/**
 * Fills in what that format did not have. What is wrong beyond that stays, for the schema to name it. `app` is the folder
 * of the app from the project root, from which the paths of that format start.
 */
export function fromNgAnnotate(
  { diff, diffResponse: _diffResponse, ...older }: Record<string, unknown>,
  sessions: NgAnnotateSessions,
  app: string,
): Record<string, unknown> {
  return {
    kind: 'component',
    appId: app,
    // The format did not tell people apart.
    authorId: 'imported',
    pageTitle: '',
    ...pageOf(older, sessions),
    updatedAt: lastTimeOf(older),
    ...older,
    replies: repliesOf(older, diff),
    ...pathsIn(older, app),
    ...stateOf(older),
  };
}

/** Only the tab knew its address, which is that of the dev server; a client that is no browser has none. */
function pageOf({ sessionId }: Record<string, unknown>, sessions: NgAnnotateSessions): { pageUrl?: unknown } {
  const session = typeof sessionId === 'string' ? sessions[sessionId] : undefined;
  if (!isRecord(session) || !('url' in session)) return {};
  return { pageUrl: session.url === '' ? '/' : session.url };
}

function lastTimeOf({ createdAt, replies }: Record<string, unknown>): unknown {
  const times = [createdAt, ...(Array.isArray(replies) ? replies.map(timeOf) : [])];
  return times
    .filter((time) => typeof time === 'string')
    .sort()
    .at(-1);
}

function timeOf(reply: unknown): unknown {
  return isRecord(reply) ? reply.createdAt : undefined;
}

/** A change that the agent proposed, and that has no place of its own here, is something that it said. */
function repliesOf({ id, replies = [], ...older }: Record<string, unknown>, diff: unknown): unknown {
  if (typeof diff !== 'string' || !Array.isArray(replies)) return replies;
  const said: unknown[] = replies;
  const message = `I proposed this change:\n\n\`\`\`diff\n${diff.trimEnd()}\n\`\`\``;
  const createdAt = lastTimeOf({ ...older, replies });
  return [...said, { id: `${String(id)}-diff`, createdAt, author: 'agent', message }];
}

function pathsIn(older: Record<string, unknown>, app: string): Record<string, string> {
  if (app === '.' || 'appId' in older) return {};
  const paths = ['componentFilePath', 'templateFilePath'].flatMap((name) => {
    const path = older[name];
    return typeof path === 'string' && isRelativeFile(path) ? [[name, `${app}/${path}`]] : [];
  });
  return Object.fromEntries(paths) as Record<string, string>;
}

/** Not `(unresolved: Name)`. */
function isRelativeFile(path: string): boolean {
  return /^[^(/\\]/.test(path) && !/^[a-z]:/i.test(path);
}

/** What an agent had begun, or waited for an answer about, becomes pending, so that an agent finds it. */
function stateOf({ status, claim }: Record<string, unknown>): { status?: 'pending' } {
  const wasBegun = status === 'diff_proposed' || (status === 'acknowledged' && claim === undefined);
  return wasBegun ? { status: 'pending' } : {};
}
