/** Removes pictures and records when no annotation names them any more: it was deleted, or something newer replaced them. */
import { type Annotation, attachmentsOf, type FeedEvent, SerialQueue } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import type { Attachments } from './attachments.ts';

export interface AttachmentPrunerDeps {
  readonly store: Store;
  readonly attachments: Attachments;
  readonly onError: (error: unknown) => void;
}

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
    // Small portions: pages are served between them.
    for await (const annotation of everyAnnotation(this.#deps.store, {}, { limit: 100 })) {
      if (this.#isClosed) return;
      this.#note(annotation);
    }
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
