import type { Annotation } from '@annotate-mcp/core';
import type { Portion, PortionOptions } from '@annotate-mcp/store';

import type { AgentQuery, AgentStore } from '../agent-store.ts';

export type IsWanted = (annotation: Annotation) => boolean;

const defaultLimit = 100;
/** Annotations that are read at a time where many are left out. */
const batchSize = 200;

/** A page of the matching annotations that are wanted. Its cursor is one of the store, after the last of them. */
export async function listWhere(
  store: AgentStore,
  isWanted: IsWanted,
  query: AgentQuery = {},
  paging: PortionOptions = {},
): Promise<Portion> {
  const { limit = defaultLimit } = paging;
  const first = await store.list(query, paging);
  if (first.annotations.every(isWanted)) return first;
  const found: Annotation[] = [];
  for await (const { annotation, cursorBefore } of eachListed(store, query, paging)) {
    if (!isWanted(annotation)) continue;
    if (found.length === limit) return { annotations: found, nextCursor: await cursorBefore() };
    found.push(annotation);
  }
  return { annotations: found, nextCursor: null };
}

interface Listed {
  annotation: Annotation;
  /** The cursor of a page that begins with this annotation; `null` if that is the first page. */
  cursorBefore: () => Promise<string | null>;
}

/** All matching annotations, read in batches. */
export async function* eachListed(
  store: AgentStore,
  query: AgentQuery,
  paging: PortionOptions = {},
): AsyncGenerator<Listed> {
  const { cursor: start, ...order } = { ...paging, limit: batchSize };
  let cursor = start ?? null;
  do {
    const from = cursor;
    const at = from === null ? {} : { cursor: from };
    const page = await store.list(query, { ...order, ...at });
    for (const [index, annotation] of page.annotations.entries()) {
      // A page that ends before this annotation is read again with its real size, to get the cursor of its end.
      const cursorBefore = async () =>
        index === 0 ? from : (await store.list(query, { ...order, ...at, limit: index })).nextCursor;
      yield { annotation, cursorBefore };
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}
