import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Annotation } from '@annotate-mcp/core';

import type { Portion, PortionOptions, Query, Store } from './store.ts';

/**
 * All annotations that match, read in portions of `limit`, so that one that is needed early does not wait for the rest.
 * The process does its other work between two portions.
 */
export async function* everyAnnotation(
  store: Pick<Store, 'list'>,
  query: Query,
  options: Pick<PortionOptions, 'limit' | 'order'> = {},
): AsyncGenerator<Annotation> {
  let cursor: string | null = null;
  do {
    const portion: Portion = await store.list(query, { ...options, ...(cursor !== null && { cursor }) });
    yield* portion.annotations;
    cursor = portion.nextCursor;
    // A store in this process answers at once, so awaiting it leaves no turn to other work of the process.
    if (cursor !== null) await nextTurn();
  } while (cursor !== null);
}
