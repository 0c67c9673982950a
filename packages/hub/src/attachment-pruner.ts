/** Removes pictures and records when no annotation names them any more: it was deleted, or something newer replaced them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Annotation, attachmentsOf, type FeedEvent, SerialQueue } from '@annotate-mcp/core';
import type { Portion, Store } from '@annotate-mcp/store';

import type { Attachments } from './attachments.ts';

export interface AttachmentPrunerDeps {
  readonly store: Store;
  readonly attachments: Attachments;
  readonly onError: (error: unknown) => void;
}

/** Read in one turn of the event loop. */
const portion = 50;

export class AttachmentPruner {
  readonly #deps: AttachmentPrunerDeps;
  readonly #queue = new SerialQueue();
  /** By id of an annotation: the attachments that it named last. */
  readonly #named = new Map<string, readonly string[]>();
  #isClosed = false;

  constructor(deps: AttachmentPrunerDeps) {
    this.#deps = deps;
  }

  /** Reads the whole store, in the background: a hub starts without waiting for it. */
  start(): void {
    this.#run(() => this.#readAll());
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

  async #readAll(): Promise<void> {
    this.#named.clear();
    let cursor: string | null = null;
    do {
      const read: Portion = await this.#deps.store.list({}, { limit: portion, ...(cursor && { cursor }) });
      for (const annotation of read.annotations) this.#note(annotation);
      cursor = read.nextCursor;
      // A store in this process answers at once: without a turn of the event loop, no page is served until the end.
      await nextTurn();
    } while (cursor !== null && !this.#isClosed);
  }

  async #apply(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      await this.#readAll();
      return;
    }
    const dropped = event.changes.flatMap(({ type, annotation }) => {
      const before = this.#named.get(annotation.id) ?? attachmentsOf(annotation);
      if (type === 'removed') this.#named.delete(annotation.id);
      else this.#note(annotation);
      const now = this.#named.get(annotation.id) ?? [];
      return before.filter((name) => !now.includes(name));
    });
    if (dropped.length === 0) return;
    // The same picture may belong to several annotations.
    const kept = new Set([...this.#named.values()].flat());
    for (const name of new Set(dropped)) if (!kept.has(name)) await this.#deps.attachments.remove(name);
  }

  #note(annotation: Annotation): void {
    const names = attachmentsOf(annotation);
    if (names.length === 0) this.#named.delete(annotation.id);
    else this.#named.set(annotation.id, names);
  }
}
