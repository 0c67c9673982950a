/** The lists of two stores as one, page by page. A page cursor names the position in each. */
import type { Annotation } from '@annotate-mcp/core';

import { decodePageCursor, encodePageCursor, limitOf } from '../paging.ts';
import type { Portion, PortionOptions, Query, Store } from '../store.ts';

/** Page cursors of the drivers are neither of these. */
const atStart = '';
const atEnd = '.';

type Positions = readonly [first: string, second: string];

/** Merged by `createdAt`; each store's own order stays as it is. */
export async function listBoth(
  stores: readonly [Store, Store],
  query: Query,
  paging: PortionOptions,
): Promise<Portion> {
  const { cursor, order = 'oldest' } = paging;
  const limit = limitOf(paging.limit);
  const from: Positions = decodePageCursor(cursor, isPositions) ?? [atStart, atStart];
  const parts = [
    new ListedPart(stores[0], query, { limit, order }, from[0]),
    new ListedPart(stores[1], query, { limit, order }, from[1]),
  ] as const;
  const pages = [await parts[0].read(), await parts[1].read()] as const;
  const { annotations, taken } = merge(pages[0], pages[1], { limit, order });
  const next = [
    await parts[0].positionAfter(taken[0], pages[0]),
    await parts[1].positionAfter(taken[1], pages[1]),
  ];
  return {
    annotations,
    nextCursor: next.every((position) => position === atEnd) ? null : encodePageCursor(next),
  };
}

class ListedPart {
  readonly #store: Store;
  readonly #query: Query;
  readonly #paging: PortionOptions;
  readonly #from: string;

  constructor(store: Store, query: Query, paging: PortionOptions, from: string) {
    this.#store = store;
    this.#query = query;
    this.#paging = paging;
    this.#from = from;
  }

  async read(limit?: number): Promise<Portion> {
    if (this.#from === atEnd) return { annotations: [], nextCursor: null };
    return this.#store.list(this.#query, {
      ...this.#paging,
      ...(limit !== undefined && { limit }),
      ...(this.#from !== atStart && { cursor: this.#from }),
    });
  }

  /** A page of which only some are shown is read again with that size, to get the cursor of its end. */
  async positionAfter(taken: number, page: Portion): Promise<string> {
    if (taken === page.annotations.length) return page.nextCursor ?? atEnd;
    if (taken === 0) return this.#from;
    return (await this.read(taken)).nextCursor ?? atEnd;
  }
}

function merge(
  first: Portion,
  second: Portion,
  { limit, order }: { limit: number; order: 'oldest' | 'newest' },
): { annotations: Annotation[]; taken: readonly [number, number] } {
  const annotations: Annotation[] = [];
  let [i, j] = [0, 0];
  while (annotations.length < limit) {
    const [a, b] = [first.annotations[i], second.annotations[j]];
    if (a === undefined && b === undefined) break;
    if (a !== undefined && (b === undefined || !comesBefore(b, a, order))) {
      annotations.push(a);
      i++;
    } else if (b !== undefined) {
      annotations.push(b);
      j++;
    }
  }
  return { annotations, taken: [i, j] };
}

function comesBefore(a: Annotation, b: Annotation, order: 'oldest' | 'newest'): boolean {
  return order === 'oldest' ? a.createdAt < b.createdAt : a.createdAt > b.createdAt;
}

function isPositions(key: unknown): key is Positions {
  return Array.isArray(key) && key.length === 2 && key.every((part) => typeof part === 'string');
}
