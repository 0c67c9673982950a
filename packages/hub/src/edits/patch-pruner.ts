/** Removes patches that no annotation names any more: it was removed, opened again or resolved anew. */
import { type Annotation, type Edit, type FeedEvent, mostClosedSynced } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

export class PatchPruner {
  readonly #store: Store;
  readonly #patches: PatchFiles;
  /** The edit of each resolved annotation, by id. */
  readonly #named = new Map<string, Edit>();

  constructor(store: Store, patches: PatchFiles) {
    this.#store = store;
    this.#patches = patches;
  }

  async start(): Promise<void> {
    const { annotations } = await this.#store.list(
      { status: ['resolved'] },
      { order: 'newest', limit: mostClosedSynced },
    );
    for (const annotation of annotations) await this.#follow(annotation.id, editIn(annotation));
  }

  /** Must be called with every event of the store's feed. */
  async follow(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      await this.start();
      return;
    }
    for (const { type, annotation } of event.changes) {
      // A hub that has not seen it resolved learns here what it named.
      if (type === 'removed') await this.#follow(annotation.id, editIn(annotation));
      await this.#follow(annotation.id, type === 'removed' ? undefined : editIn(annotation));
    }
  }

  async #follow(id: string, edited: Edit | undefined): Promise<void> {
    const before = this.#named.get(id);
    if (edited === undefined) this.#named.delete(id);
    else this.#named.set(id, edited);
    if (before !== undefined && before.patch !== edited?.patch) await this.#patches.remove(id, before);
  }
}

function editIn(annotation: Annotation): Edit | undefined {
  return annotation.status === 'resolved' ? annotation.edited : undefined;
}
