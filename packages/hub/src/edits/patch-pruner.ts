/** Removes patches that no annotation names any more: it was removed, or accepted after another one. */
import { type Annotation, type Edit, type FeedEvent, isSettled, mostClosedSynced } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

export class PatchPruner {
  readonly #store: Store;
  readonly #patches: PatchFiles;
  /** The patches that each annotation names, by its id. */
  readonly #named = new Map<string, NamedPatches>();

  constructor(store: Store, patches: PatchFiles) {
    this.#store = store;
    this.#patches = patches;
  }

  async start(): Promise<void> {
    const { annotations } = await this.#store.list(
      { status: ['resolved'] },
      { order: 'newest', limit: mostClosedSynced },
    );
    for (const annotation of annotations) await this.#follow(annotation.id, patchesIn(annotation));
  }

  /** Must be called with every event of the store's feed. */
  async follow(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      await this.start();
      return;
    }
    for (const { type, annotation } of event.changes) {
      // A hub that has not seen it before learns here what it named.
      if (type === 'removed') await this.#follow(annotation.id, patchesIn(annotation));
      await this.#follow(annotation.id, type === 'removed' ? noPatches : patchesIn(annotation));
    }
  }

  async #follow(id: string, named: NamedPatches): Promise<void> {
    const before = this.#named.get(id) ?? noPatches;
    if (named.size === 0) this.#named.delete(id);
    else this.#named.set(id, named);
    for (const [patch, edited] of before) if (!named.has(patch)) await this.#patches.remove(id, edited);
  }
}

/** Of its resolution and, until that is accepted, of what was tried before it: no agent learns of it then. */
function patchesIn(annotation: Annotation): NamedPatches {
  const { tried = [], runs = [] } = annotation;
  const edited = annotation.status === 'resolved' ? annotation.edited : undefined;
  const before = isSettled(annotation) ? [] : [...tried.map((attempt) => attempt.edited), ...runs];
  const named = [edited, ...before];
  return new Map(named.flatMap((one) => (one?.patch === undefined ? [] : [[one.patch, one] as const])));
}

/** By name. */
type NamedPatches = ReadonlyMap<string, Pick<Edit, 'patch' | 'seal'>>;

const noPatches: NamedPatches = new Map();
