import type { Annotation } from '@annotate-mcp/core';
import { placeKey, placeKeyOf } from '@annotate-mcp/core';

import { decodePageCursor, encodePageCursor, limitOf } from '../paging.ts';
import type { Portion, PortionOptions, PlacesQuery, Query } from '../store.ts';

export function matches(annotation: Annotation, query: Query): boolean {
  const { ids, status, kind, place, sessionId, appId, holder, draftsOf, origin } = query;
  return (
    (annotation.status !== 'draft' || annotation.authorId === draftsOf) &&
    (origin === undefined || (annotation.origin ?? 'own') === origin) &&
    (ids === undefined || ids.includes(annotation.id)) &&
    (status === undefined || status.includes(annotation.status)) &&
    (kind === undefined || annotation.kind === kind) &&
    (place === undefined || placeKeyOf(annotation) === placeKey(place)) &&
    (sessionId === undefined || annotation.sessionId === sessionId) &&
    (appId === undefined || annotation.appId === appId) &&
    (holder === undefined || (annotation.status === 'acknowledged' && annotation.claim.agentId === holder))
  );
}

export function pageOf(
  content: ReadonlyMap<string, Annotation>,
  query: Query,
  { limit, cursor, order = 'oldest' }: PortionOptions,
): Portion {
  const most = limitOf(limit);
  const after = decodePageCursor(cursor, isKey);
  const sign = order === 'oldest' ? 1 : -1;
  const rest = [...content.values()]
    .filter((annotation) => matches(annotation, query))
    .map((annotation) => ({ annotation, key: keyOf(annotation) }))
    .sort((a, b) => sign * compare(a.key, b.key))
    .filter(({ key }) => after === null || sign * compare(key, after) > 0);
  const shown = rest.slice(0, most);
  const last = shown.at(-1);
  return {
    annotations: shown.map(({ annotation }) => annotation),
    nextCursor: last === undefined || rest.length <= most ? null : encodePageCursor(last.key),
  };
}

export function placesOf(content: ReadonlyMap<string, Annotation>, query: PlacesQuery): string[] {
  const visible = [...content.values()].filter((annotation) => matches(annotation, query));
  return [...new Set(visible.map(placeKeyOf))].sort();
}

type Key = [createdAt: string, id: string];

function keyOf({ createdAt, id }: Annotation): Key {
  return [createdAt, id];
}

function compare([timeA, idA]: Key, [timeB, idB]: Key): number {
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return idA === idB ? 0 : idA < idB ? -1 : 1;
}

function isKey(key: unknown): key is Key {
  return Array.isArray(key) && key.length === 2 && key.every((part) => typeof part === 'string');
}
