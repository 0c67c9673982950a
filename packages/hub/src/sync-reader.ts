/** Reads what pages get of the store: the first list, and in a large project the portions that they ask for. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type Annotation,
  type AnnotationsRest,
  briefOf,
  closedStatuses,
  type Cursor,
  type HubMessage,
  isSettled,
  mostClosedSynced,
  openStatuses,
  placedOf,
  placeKey,
  placeKeyOf,
  type RestList,
  type Status,
} from '@annotate-mcp/core';
import type { Query, Store } from '@annotate-mcp/store';

/** Who a list is for. */
export interface ListReader {
  readonly authorId: string;
  /** It asks for what it has not got. */
  readonly inPortions: boolean;
  readonly url: () => string;
}

type Part = HubMessage & { type: 'annotations:part' };

/** A project with at most as many annotations is sent as a whole: its pages then need not ask for anything. */
const mostSentWhole = 200;
/** Of other pages. */
const portion = 50;
/** Of those that a page asks for when it needs all of them. */
const largePortion = 200;
/** How long a list of some megabytes is kept for other pages. */
const sharedMs = 5_000;

const statusesOf: Readonly<Record<RestList, readonly Status[]>> = {
  open: openStatuses,
  closed: closedStatuses,
};

export class SyncReader {
  readonly #store: Store;
  readonly #appId: string;
  /** What was read for pages without drafts, by what they show, for those that connect next. */
  #shared: { cursor: Cursor; texts: Map<string, string>; timer: NodeJS.Timeout } | null = null;
  #counted: { cursor: Cursor; counts: Promise<AnnotationsRest['counts']> } | null = null;

  constructor(store: Store, appId: string) {
    this.#store = store;
    this.#appId = appId;
  }

  /**
   * The first list as text. `cursor` is that of the last delivered change, from before the list is read: a change that
   * happens while it is read is delivered again.
   */
  async syncText(reader: ListReader, cursor: Cursor): Promise<string> {
    const drafts = await this.#draftsOf(reader.authorId);
    if (this.#shared?.cursor !== cursor) this.forget();
    const counts = reader.inPortions ? await this.#countsAt(cursor) : null;
    const inPortions = counts !== null && counts.open + counts.closed > mostSentWhole;
    const key = inPortions ? `at ${placeKey(reader.url())}` : 'all';
    const known = this.#shared?.texts.get(key);
    if (drafts.length === 0 && known !== undefined) return known;
    const message = inPortions
      ? await this.#readPage(reader.url(), drafts, counts, cursor)
      : await this.#readAll(drafts, cursor);
    const text = JSON.stringify(message);
    if (drafts.length === 0) this.#share(key, text, cursor);
    return text;
  }

  async counts(): Promise<AnnotationsRest['counts']> {
    const count = (list: RestList) => this.#store.count({ appId: this.#appId, status: statusesOf[list] });
    const [open, closed] = await Promise.all([count('open'), count('closed')]);
    return { open, closed };
  }

  /** Counted once for all pages that connect between two changes. */
  #countsAt(cursor: Cursor): Promise<AnnotationsRest['counts']> {
    if (this.#counted?.cursor !== cursor) {
      this.#counted = { cursor, counts: this.counts() };
      this.#counted.counts.catch(() => (this.#counted = null));
    }
    return this.#counted.counts;
  }

  /** The next portion of a list in brief. */
  async next(list: RestList, cursor: string): Promise<Part> {
    const { annotations, nextCursor } = await this.#newest(list, largePortion, cursor);
    const briefs = annotations.map(briefOf);
    return {
      type: 'annotations:part',
      annotations: [],
      briefs,
      read: { list, from: cursor, next: nextCursor },
    };
  }

  async whole({ authorId }: ListReader, ids: readonly string[]): Promise<Part> {
    const { annotations } = await this.#store.list(
      { appId: this.#appId, ids, draftsOf: authorId },
      { limit: Math.max(1, ids.length) },
    );
    return { type: 'annotations:part', annotations, briefs: [] };
  }

  async page(url: string): Promise<Part> {
    return { type: 'annotations:part', ...(await this.#atPage(url)) };
  }

  forget(): void {
    clearTimeout(this.#shared?.timer);
    this.#shared = null;
    this.#counted = null;
  }

  #share(key: string, text: string, cursor: Cursor): void {
    this.#shared ??= {
      cursor,
      texts: new Map(),
      timer: setTimeout(() => this.forget(), sharedMs).unref(),
    };
    this.#shared.texts.set(key, text);
  }

  async #readAll(drafts: Annotation[], cursor: Cursor): Promise<HubMessage> {
    const opened = await this.#listAll({ status: openStatuses });
    // Closed annotations only become more, so a page that reloads gets only the newest of them.
    const { annotations: closed } = await this.#newest('closed', mostClosedSynced);
    return { type: 'annotations:sync', annotations: [...opened, ...drafts, ...closed], cursor };
  }

  async #readPage(
    url: string,
    drafts: Annotation[],
    counts: AnnotationsRest['counts'],
    cursor: Cursor,
  ): Promise<HubMessage> {
    const here = await this.#atPage(url);
    const [open, closed] = [await this.#newest('open', portion), await this.#newest('closed', portion)];
    const place = placeKey(url);
    const elsewhere = [...open.annotations, ...closed.annotations].filter(
      (annotation) => placeKeyOf(annotation) !== place,
    );
    return {
      type: 'annotations:sync',
      annotations: [...here.annotations, ...drafts],
      cursor,
      briefs: [...here.briefs, ...elsewhere.map(briefOf)],
      rest: {
        counts,
        next: { open: open.nextCursor, closed: closed.nextCursor },
      },
    };
  }

  /** All that has a badge on this page; the rest is only listed there. */
  async #atPage(place: string): Promise<Pick<Part, 'annotations' | 'briefs'>> {
    const annotations = await this.#listAll({ place, status: openStatuses });
    const { annotations: closed } = await this.#newest('closed', mostClosedSynced, undefined, place);
    for (const annotation of closed) if (!isSettled(annotation)) annotations.push(annotation);
    return { annotations: annotations.map(placedOf), briefs: closed.filter(isSettled).map(briefOf) };
  }

  async #draftsOf(authorId: string): Promise<Annotation[]> {
    const query: Query = { draftsOf: authorId, status: ['draft'] };
    const count = await this.#store.count({ appId: this.#appId, ...query });
    return count === 0 ? [] : this.#listAll(query);
  }

  #newest(list: RestList, limit: number, cursor?: string, place?: string) {
    return this.#store.list(
      { appId: this.#appId, status: statusesOf[list], ...(place !== undefined && { place }) },
      { order: 'newest', limit, ...(cursor !== undefined && { cursor }) },
    );
  }

  #listAll(query: Query): Promise<Annotation[]> {
    return listAll(this.#store, { appId: this.#appId, ...query });
  }
}

/** Reads all matching annotations in portions of 200 and gives the event loop a turn after each. */
export async function listAll(store: Store, query: Query): Promise<Annotation[]> {
  const found: Annotation[] = [];
  let cursor: string | null = null;
  do {
    const read = await store.list(query, { limit: 200, ...(cursor !== null && { cursor }) });
    found.push(...read.annotations);
    cursor = read.nextCursor;
    await nextTurn();
  } while (cursor !== null);
  return found;
}
