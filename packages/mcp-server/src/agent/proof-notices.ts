/** Tells an agent what the page showed after it resolved an annotation, with the next answer that it gets. */
import {
  type Annotation,
  describeChange,
  describeExample,
  describeOutsideCount,
  isVisibleToAgents,
  outcomeOfVerdict,
  type PageFailure,
  type ProofAfter,
  type Verdict,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { followerOf, type KeptPart, type Moment } from '../change-follower.ts';

/** An agent that resolves very many without a page being open is told about the last ones. */
const mostAwaited = 50;

interface AwaitedProof {
  /** The verdict that the agent was told last. */
  told: Verdict | null;
  /** What a page showed last. */
  after: ProofAfter | null;
}

export class ProofNotices {
  readonly #store: Pick<Store, 'changesSince' | 'head' | 'list'>;
  /** By id of an annotation that the agent resolved. */
  readonly #awaited = new Map<string, AwaitedProof>();
  /** Those of them that were not read yet: a page may have been quicker than the agent's own process. */
  readonly #unread = new Set<string>();
  readonly #part: KeptPart;
  #isClosed = false;

  constructor(store: Pick<Store, 'changesSince' | 'head' | 'list'>) {
    this.#store = store;
    this.#part = {
      read: () => this.#read(),
      note: ({ type, annotation }) => this.#note(annotation.id, type === 'removed' ? null : annotation),
      forget: () => {
        for (const id of this.#awaited.keys()) this.#unread.add(id);
      },
    };
  }

  /** Must be called with each annotation that the agent has resolved. */
  expect({ id }: Annotation): void {
    if (this.#isClosed) return;
    this.#awaited.delete(id);
    this.#awaited.set(id, { told: null, after: null });
    this.#unread.add(id);
    followerOf(this.#store).readMore(this.#part);
    const [oldest] = this.#awaited.keys();
    if (this.#awaited.size > mostAwaited && oldest !== undefined) this.#forget(oldest);
  }

  /** As `expect`, for what an earlier process of the agent has resolved: `told` is the verdict that it was told last. */
  recall(annotation: Annotation, told: Verdict | null): void {
    this.expect(annotation);
    const awaited = this.#awaited.get(annotation.id);
    if (awaited !== undefined) awaited.told = told;
  }

  /** The verdict that the agent was told last; `undefined` for an annotation of which it awaits none. */
  toldOf(id: string): Verdict | null | undefined {
    return this.#awaited.get(id)?.told;
  }

  /** A change of this annotation may bring a verdict. */
  awaits(id: string): boolean {
    return this.#awaited.has(id);
  }

  /** A page shows that a change is missing or that the page is broken, and the agent was not told yet. `asOf` as in `bringUpToDate`. */
  async hasFailed(asOf?: Moment): Promise<boolean> {
    return (await this.#news(asOf)).some(({ after }) => isFailed(after));
  }

  /** Each verdict is returned once. */
  async take(asOf?: Moment): Promise<string[]> {
    const notices: string[] = [];
    const broken = new Map<string, string[]>();
    for (const { id, after } of await this.#news(asOf)) {
      // A slow dev server may show more than the first verdict says.
      this.#awaited.set(id, { told: after.verdict, after });
      if (after.failure === undefined) notices.push(describeProof(id, after));
      else {
        const failure = describeFailure(after.failure);
        broken.set(failure, [...(broken.get(failure) ?? []), id]);
      }
    }
    // One error is told once, whatever was resolved before it.
    for (const [failure, ids] of broken) notices.push(describeBroken(ids, failure));
    return notices;
  }

  /** To be called when the agent is gone. */
  close(): void {
    this.#isClosed = true;
    this.#awaited.clear();
    followerOf(this.#store).drop(this.#part);
  }

  async #news(asOf?: Moment): Promise<{ id: string; after: ProofAfter }[]> {
    if (this.#awaited.size === 0) followerOf(this.#store).drop(this.#part);
    else await followerOf(this.#store).bringUpToDate(this.#part, asOf);
    return [...this.#awaited].flatMap(([id, { told, after }]) =>
      after === null || after.verdict === told ? [] : [{ id, after }],
    );
  }

  async #read(): Promise<void> {
    const ids = [...this.#unread];
    const { annotations } = await this.#store.list({ ids }, { limit: ids.length });
    const found = new Map(annotations.map((annotation) => [annotation.id, annotation]));
    for (const id of ids) {
      this.#unread.delete(id);
      this.#note(id, found.get(id) ?? null);
    }
  }

  #forget(id: string): void {
    this.#awaited.delete(id);
    this.#unread.delete(id);
  }

  #note(id: string, annotation: Annotation | null): void {
    const awaited = this.#awaited.get(id);
    if (awaited === undefined) return;
    if (annotation?.status !== 'resolved' || !isVisibleToAgents(annotation)) this.#forget(id);
    else awaited.after = (annotation.kind === 'markdown' ? undefined : annotation.proof?.after) ?? null;
  }
}

function isFailed({ verdict }: ProofAfter): boolean {
  const outcome = outcomeOfVerdict(verdict);
  return outcome === 'missing' || outcome === 'broken';
}

const mostListed = 8;

function describeProof(id: string, after: ProofAfter): string {
  const { verdict, outside } = after;
  const subject = `After your change to annotation ${id}`;
  const others =
    outside.count === 0
      ? ''
      : ` ${describeOutsideCount(outside)}${verdict === 'changed' ? '' : ' (read off the page)'}: ${outside.examples.slice(0, mostListed).map(describeExample).join('; ')}.`;
  switch (verdict) {
    case 'changed':
      return `${subject} the page shows (read off the page): ${listed(after)}.${others}`;
    case 'beside':
      return `${subject} the element is as it was; beside it the page shows (read off the page): ${listed(after)}.${others}`;
    case 'inactive':
      return `${subject} the page looks as before. These rules of its style sheets changed, and do not apply now (read off the page): ${listed(after)}.${others}`;
    case 'unchanged':
      if (after.changes.length > 0)
        return `${subject} the page looks as before: rules of its style sheets changed, but others win (read off the page): ${listed(after)}.${others}`;
      return `${subject} ${outside.count === 0 ? 'nothing changed on the page' : 'the element is as it was'}.${others} Compared: its texts, attributes, styles, size and place, and the same of all other elements. Check that the file is saved and is the one that is shown. If the page must be reloaded or the server restarted, tell the person.`;
    case 'gone':
      return `${subject} the element is gone from the page.${others}`;
    case 'unclear':
      return `${subject} the page could not be compared: its window or pointer was elsewhere than before.${others}`;
    case 'broken':
      return `${subject} the page is broken.`;
  }
}

function describeBroken(ids: readonly string[], failure: string): string {
  const subject =
    ids.length === 1
      ? `your change to annotation ${ids[0]}`
      : `your changes to annotations ${ids.join(', ')}`;
  return `After ${subject} the page is broken. It says (read off the page): ${failure} Fix it now: the page is compared again when it works.`;
}

function describeFailure({ message, file, line, column }: PageFailure): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${JSON.stringify(message)}${place === '' ? '.' : ` in ${place}.`}`;
}

function listed({ changes, moreChanges = 0 }: ProofAfter): string {
  const more = changes.length - mostListed + moreChanges;
  const shown = changes.slice(0, mostListed).map(describeChange).join('; ');
  return `${shown}${more > 0 ? `; ${more} more` : ''}`;
}

/** What `resolve` answers when a page can tell. */
export const pageWillTell = 'The page is looked at now. Your next call says what changed on it.';
