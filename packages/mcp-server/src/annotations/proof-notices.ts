/** Tells an agent what the page showed after it resolved an annotation, with the next answer that it gets. */
import {
  type Annotation,
  describeChange,
  describeExample,
  describeOutsideCount,
  isVisibleToAgents,
  type ProofAfter,
  type Verdict,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

/** An agent that resolves very many without a page being open is told about the last ones. */
const mostAwaited = 50;

export class ProofNotices {
  readonly #store: Pick<Store, 'list'>;
  /** By id of an annotation that the agent resolved: the verdict that it was told last. */
  readonly #awaited = new Map<string, Verdict | null>();

  constructor(store: Pick<Store, 'list'>) {
    this.#store = store;
  }

  /** Must be called with each annotation that the agent has resolved. */
  expect({ id }: Annotation): void {
    this.#awaited.delete(id);
    this.#awaited.set(id, null);
    const [oldest] = this.#awaited.keys();
    if (this.#awaited.size > mostAwaited && oldest !== undefined) this.#awaited.delete(oldest);
  }

  /** A change of this annotation may bring a verdict. */
  awaits(id: string): boolean {
    return this.#awaited.has(id);
  }

  /** A page shows that a change is missing, and the agent was not told yet. */
  async hasMissing(): Promise<boolean> {
    for (const { after } of await this.#news()) if (after.verdict === 'unchanged') return true;
    return false;
  }

  /** Each verdict is returned once. One that a page has corrected since is returned again. */
  async take(): Promise<string[]> {
    const notices: string[] = [];
    for (const { id, after } of await this.#news()) {
      // What has changed stays; everything else may still be corrected.
      if (after.verdict === 'changed') this.#awaited.delete(id);
      else this.#awaited.set(id, after.verdict);
      notices.push(describeProof(id, after));
    }
    return notices;
  }

  async #news(): Promise<{ id: string; after: ProofAfter }[]> {
    if (this.#awaited.size === 0) return [];
    const news: { id: string; after: ProofAfter }[] = [];
    const ids = [...this.#awaited.keys()];
    const { annotations } = await this.#store.list({ ids }, { limit: ids.length });
    const found = new Map(annotations.map((annotation) => [annotation.id, annotation]));
    for (const id of ids) {
      const [annotation, told] = [found.get(id), this.#awaited.get(id)];
      if (annotation?.status !== 'resolved' || !isVisibleToAgents(annotation)) {
        this.#awaited.delete(id);
        continue;
      }
      const after = annotation.kind === 'markdown' ? undefined : annotation.proof?.after;
      if (after !== undefined && after.verdict !== told) news.push({ id, after });
    }
    return news;
  }
}

const mostListed = 8;

function describeProof(id: string, after: ProofAfter): string {
  const { verdict, changes, moreChanges = 0, outside } = after;
  const subject = `After your change to annotation ${id}`;
  const others =
    outside.count === 0
      ? ''
      : ` ${describeOutsideCount(outside)}: ${outside.examples.slice(0, mostListed).map(describeExample).join('; ')}.`;
  switch (verdict) {
    case 'changed': {
      const more = changes.length - mostListed + moreChanges;
      const listed = changes.slice(0, mostListed).map(describeChange).join('; ');
      return `${subject} the page shows (read off the page): ${listed}${more > 0 ? `; ${more} more` : ''}.${others}`;
    }
    case 'unchanged':
      return `${subject} ${outside.count === 0 ? 'nothing changed on the page' : 'the element is as it was'}.${others} Check that the file is saved and is the one that is shown. If the page must be reloaded or the server restarted, tell the person.`;
    case 'gone':
      return `${subject} the element is not on the page any more.${others}`;
    case 'unclear':
      return `${subject} the page could not be compared: its window or pointer was elsewhere than before.${others}`;
  }
}

/** What `resolve` answers when a page can tell. */
export const pageWillTell = 'The page is looked at now. Your next call says what changed on it.';
