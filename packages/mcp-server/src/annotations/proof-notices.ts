/** Tells an agent what the page showed after it resolved an annotation, with the next answer that it gets. */
import {
  type Annotation,
  type Cursor,
  describeChange,
  describeExample,
  describeOutsideCount,
  isVisibleToAgents,
  type ProofAfter,
  SerialQueue,
  type Verdict,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

/** An agent that resolves very many without a page being open is told about the last ones. */
const mostAwaited = 50;

interface AwaitedProof {
  /** The verdict that the agent was told last. */
  told: Verdict | null;
  /** What a page showed last. */
  after: ProofAfter | null;
}

/** Follows the changes of the store: to read all that is awaited for each answer would take longer the more it is. */
export class ProofNotices {
  readonly #store: Pick<Store, 'changesSince' | 'head' | 'list'>;
  /** By id of an annotation that the agent resolved. */
  readonly #awaited = new Map<string, AwaitedProof>();
  readonly #updates = new SerialQueue();
  /** Up to here the changes are known; `null` when the annotations have to be read. */
  #cursor: Cursor | null = null;

  constructor(store: Pick<Store, 'changesSince' | 'head' | 'list'>) {
    this.#store = store;
  }

  /** Must be called with each annotation that the agent has resolved. */
  expect({ id }: Annotation): void {
    this.#awaited.delete(id);
    this.#awaited.set(id, { told: null, after: null });
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
      else this.#awaited.set(id, { told: after.verdict, after });
      notices.push(describeProof(id, after));
    }
    return notices;
  }

  async #news(): Promise<{ id: string; after: ProofAfter }[]> {
    await this.#updates.run(() => this.#bringUpToDate());
    return [...this.#awaited].flatMap(([id, { told, after }]) =>
      after === null || after.verdict === told ? [] : [{ id, after }],
    );
  }

  async #bringUpToDate(): Promise<void> {
    if (this.#awaited.size === 0) this.#cursor = null;
    else if (this.#cursor === null || !(await this.#readChanges(this.#cursor))) await this.#readAll();
  }

  /** `false` when the store does not know what has changed since then. */
  async #readChanges(from: Cursor): Promise<boolean> {
    const event = await this.#store.changesSince(from);
    if (event.type === 'resync') return false;
    for (const { type, annotation } of event.changes)
      this.#note(annotation.id, type === 'removed' ? null : annotation);
    this.#cursor = event.cursor;
    // One event may hold only some of the changes.
    return event.changes.length === 0 || this.#readChanges(event.cursor);
  }

  async #readAll(): Promise<void> {
    // What changes meanwhile is read again.
    const cursor = await this.#store.head();
    const ids = [...this.#awaited.keys()];
    const { annotations } = await this.#store.list({ ids }, { limit: ids.length });
    const found = new Map(annotations.map((annotation) => [annotation.id, annotation]));
    for (const id of ids) this.#note(id, found.get(id) ?? null);
    this.#cursor = cursor;
  }

  #note(id: string, annotation: Annotation | null): void {
    const awaited = this.#awaited.get(id);
    if (awaited === undefined) return;
    if (annotation?.status !== 'resolved' || !isVisibleToAgents(annotation)) this.#awaited.delete(id);
    else awaited.after = (annotation.kind === 'markdown' ? undefined : annotation.proof?.after) ?? null;
  }
}

const mostListed = 8;

function describeProof(id: string, after: ProofAfter): string {
  const { verdict, changes, moreChanges = 0, outside } = after;
  const subject = `After your change to annotation ${id}`;
  const others =
    outside.count === 0
      ? ''
      : ` ${describeOutsideCount(outside)}${verdict === 'changed' ? '' : ' (read off the page)'}: ${outside.examples.slice(0, mostListed).map(describeExample).join('; ')}.`;
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
