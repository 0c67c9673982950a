import { type Annotation, isVisibleToAgents, waitsForPerson } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

/**
 * The annotations that an agent may begin with. They are read once, and then kept by what the store's feed tells: a store
 * may have hundreds that wait for the person, and to read them all for each change would delay the next prompt.
 */
export class Candidates {
  readonly #store: Store;
  readonly #waiting = new Map<string, Annotation>();
  #wasTrusted = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads all of them: at the start, and when the feed has lost changes. */
  async load(): Promise<void> {
    this.#wasTrusted = this.#store.isTrusted();
    this.#waiting.clear();
    for await (const annotation of everyAnnotation(this.#store, { status: ['pending'], origin: 'own' })) {
      this.hear(annotation.id, annotation);
    }
  }

  /** What an annotation became; `null` when it was removed. */
  hear(id: string, annotation: Annotation | null): void {
    if (annotation !== null && isForAgents(annotation)) this.#waiting.set(id, annotation);
    else this.#waiting.delete(id);
  }

  /** The oldest of those that `isFree`; `null` when there is none. */
  async next(isFree: (annotation: Annotation) => boolean): Promise<Annotation | null> {
    // The person's decision about the repository is not a change of an annotation.
    if (this.#store.isTrusted() !== this.#wasTrusted) await this.load();
    const waiting = [...this.#waiting.values()].toSorted((a, b) => compare(a.createdAt, b.createdAt));
    for (const { id } of waiting) {
      // The feed may be behind.
      const annotation = await this.#store.get(id);
      this.hear(id, annotation);
      if (annotation !== null && isForAgents(annotation) && isFree(annotation)) return annotation;
    }
    return null;
  }
}

/** The store leaves out drafts and what came with the repository; they are checked again because an agent edits files. */
function isForAgents(annotation: Annotation): boolean {
  return annotation.status === 'pending' && isVisibleToAgents(annotation) && !waitsForPerson(annotation);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
