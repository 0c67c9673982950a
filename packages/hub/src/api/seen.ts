/** Who had a thread open, and when: from the sessions of people, so that reading changes no annotation. */
import type { Session } from '@annotate-mcp/core';
import { sendJson } from '@annotate-mcp/http';

import { isKnownTo } from '../speaker.ts';

import { notFoundError } from './annotations.ts';
import type { ApiCall, Endpoint } from './endpoint.ts';

export const seenEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'annotations/:id/seen', answer: sendSeen },
];

interface SeenBy {
  readonly id: string;
  readonly name?: string;
  /** The last time. */
  readonly at: string;
}

async function sendSeen({ deps, response, name: id, speaker }: ApiCall): Promise<void> {
  const annotation = await deps.store.get(id);
  if (annotation === null || !isKnownTo(annotation, speaker)) throw notFoundError('annotation', id);
  sendJson(response, 200, { people: seenBy(await deps.store.sessions.list(), id) });
}

/** Each person once, the latest first. */
function seenBy(sessions: readonly Session[], annotationId: string): SeenBy[] {
  const latest = new Map<string, SeenBy>();
  for (const { authorId: id, authorName: name, seen } of sessions) {
    const at = seen?.[annotationId];
    if (id === undefined || at === undefined || at <= (latest.get(id)?.at ?? '')) continue;
    latest.set(id, { id, ...(name !== undefined && { name }), at });
  }
  return [...latest.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}
