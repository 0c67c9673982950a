import { applyChanges, type Annotation, type Change, type Cursor, type FeedEvent } from '@annotate-mcp/core';

import type { FeedListener, Store, Subscription } from '../store.ts';

/** A reader like those of the product: keeps a copy, applies changes, and starts again from a full list on `resync`. */
export class Reader implements FeedListener {
  readonly changes: Change[] = [];
  readonly errors: unknown[] = [];
  readonly copy = new Map<string, Annotation>();
  resyncs = 0;
  readonly #store: Store;
  readonly #subscription: Subscription;
  #waiting: (() => void)[] = [];

  constructor(store: Store, from: Cursor) {
    this.#store = store;
    this.#subscription = store.subscribe(from, this);
  }

  /** Lists from a cursor taken before: what changes meanwhile comes again, which does no harm. */
  static async fromNow(store: Store): Promise<Reader> {
    const cursor = await store.head();
    const everything = await listAll(store);
    const reader = new Reader(store, cursor);
    for (const annotation of everything) reader.copy.set(annotation.id, annotation);
    return reader;
  }

  async event(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      this.resyncs++;
      await this.#relist();
    } else {
      this.changes.push(...event.changes);
      applyChanges(this.copy, event.changes);
    }
    this.#ring();
  }

  error(error: unknown): void {
    this.errors.push(error);
    this.#ring();
  }

  close(): void {
    this.#subscription.close();
  }

  /** Resolves when something arrived that makes the condition true. The test's own timeout is the limit. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #ring(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #relist(): Promise<void> {
    const everything = await listAll(this.#store);
    this.copy.clear();
    for (const annotation of everything) this.copy.set(annotation.id, annotation);
  }
}

/** Every annotation but drafts, page by page. */
export async function listAll(store: Store): Promise<Annotation[]> {
  const all: Annotation[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list({}, { limit: 1_000, ...(cursor !== null && { cursor }) });
    all.push(...page.annotations);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
