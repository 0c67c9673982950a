/** Removes pictures and records when no annotation names them any more: it was deleted, or something newer replaced them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type Annotation,
  attachmentsOf,
  closedStatuses,
  type FeedEvent,
  mostClosedSynced,
  openStatuses,
  SerialQueue,
  type Status,
} from '@annotate-mcp/core';
import type { Portion, Store } from '@annotate-mcp/store';

import type { Attachments } from './attachments.ts';

export interface AttachmentPrunerDeps {
  readonly store: Store;
  readonly attachments: Attachments;
  readonly onError: (error: unknown) => void;
}

/** Read in one turn of the event loop. */
const portion = 50;
/** Newest open annotations that are read at the start. */
const mostOpenRead = 500;

export class AttachmentPruner {
  readonly #deps: AttachmentPrunerDeps;
  readonly #queue = new SerialQueue();
  /** By id of an annotation: the attachments that it named last. */
  readonly #named = new Map<string, readonly string[]>();
  #isClosed = false;

  constructor(deps: AttachmentPrunerDeps) {
    this.#deps = deps;
  }

  /**
   * Reads in the background what the newest annotations name, so that a later change shows what they no longer name. Older
   * annotations hardly change, and reading them all would cost a large project seconds at each start.
   */
  start(): void {
    this.#run(() => this.#readNewest());
  }

  /** Must be called with every event of the store's feed. */
  follow(event: FeedEvent): void {
    this.#run(() => this.#apply(event));
  }

  /** Resolves when nothing is being read or removed any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.run(() => undefined);
  }

  #run(work: () => Promise<void>): void {
    this.#queue.run(async () => (this.#isClosed ? undefined : work())).catch(this.#deps.onError);
  }

  async #readNewest(): Promise<void> {
    this.#named.clear();
    await this.#readList(openStatuses, mostOpenRead);
    await this.#readList(closedStatuses, mostClosedSynced);
  }

  async #readList(status: readonly Status[], most: number): Promise<void> {
    let cursor: string | null = null;
    let left = most;
    do {
      const options = { order: 'newest', limit: Math.min(portion, left), ...(cursor && { cursor }) } as const;
      const read: Portion = await this.#deps.store.list({ status }, options);
      for (const annotation of read.annotations) this.#note(annotation);
      left -= portion;
      cursor = read.nextCursor;
      // A store in this process answers at once: without a turn of the event loop, no page is served until the end.
      await nextTurn();
    } while (cursor !== null && left > 0 && !this.#isClosed);
  }

  async #apply(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      await this.#readNewest();
      return;
    }
    const dropped = event.changes.flatMap(({ type, annotation }) => {
      const before = this.#named.get(annotation.id) ?? attachmentsOf(annotation);
      if (type === 'removed') this.#named.delete(annotation.id);
      else this.#note(annotation);
      const now = this.#named.get(annotation.id) ?? [];
      return before.filter((name) => !now.includes(name));
    });
    for (const name of new Set(dropped)) await this.#removeUnnamed(name);
  }

  /** The same picture may belong to several annotations. */
  async #removeUnnamed(name: string): Promise<void> {
    const { store, attachments } = this.#deps;
    if ((await store.idsContaining(name)).length === 0) await attachments.remove(name);
  }

  #note(annotation: Annotation): void {
    const names = attachmentsOf(annotation);
    if (names.length === 0) this.#named.delete(annotation.id);
    else this.#named.set(annotation.id, names);
  }
}
