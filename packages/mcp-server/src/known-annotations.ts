/**
 * What decides whose work the annotations are, in memory: each waiting agent asks for it after each change, and reading
 * the whole store then would take longer the more it holds.
 */
import {
  type Annotation,
  type Change,
  closedStatuses,
  isOpen,
  isVisibleToAgents,
  mostClosedSynced,
  openStatuses,
  type Reply,
  sentStatuses,
} from '@annotate-mcp/core';
import {
  type AnnotationFacts,
  everyAnnotation,
  factsOf,
  listFacts,
  type Query,
  type Store,
} from '@annotate-mcp/store';

import { followerOf, type KeptPart, type Moment } from './change-follower.ts';

export interface KnownAnnotation extends AnnotationFacts {
  /** The whole thread, where a reply mentions a person or an agent. */
  readonly replies?: readonly Reply[];
}

/** Records that are read at once, of those in which a person or an agent is mentioned. */
const portion = 200;

export class KnownAnnotations {
  readonly #store: Store;
  readonly #known = new Map<string, KnownAnnotation>();
  readonly #part: KeptPart;

  constructor(store: Store) {
    this.#store = store;
    this.#part = {
      read: () => this.#read(),
      note: (change) => this.#noteChange(change),
      forget: () => this.#known.clear(),
    };
  }

  /**
   * Those that agents may see: all that are open, and closed ones in which a person or an agent was mentioned. `asOf` as in
   * `bringUpToDate`.
   */
  async list(asOf?: Moment): Promise<KnownAnnotation[]> {
    await followerOf(this.#store).bringUpToDate(this.#part, asOf);
    return [...this.#known.values()];
  }

  /** To be called when the store has turned out not to have what this says. */
  readAgain(): void {
    followerOf(this.#store).readMore(this.#part);
  }

  async #read(): Promise<void> {
    this.#known.clear();
    const open = await listFacts(this.#store, { status: openStatuses });
    // Pages show no older ones, so that no person replies to them.
    const newest = { order: 'newest', limit: mostClosedSynced } as const;
    const closed = await listFacts(this.#store, { status: closedStatuses }, newest);
    for (const facts of open) if (!facts.hasMention) this.#known.set(facts.id, facts);
    const mentioning = [...open, ...closed].filter(({ hasMention }) => hasMention).map(({ id }) => id);
    const threads: Query = { ids: mentioning, status: sentStatuses, origin: 'own' };
    if (mentioning.length === 0) return;
    for await (const annotation of everyAnnotation(this.#store, threads, { limit: portion }))
      this.#note(annotation);
  }

  #noteChange({ type, annotation }: Change): void {
    if (type === 'removed') this.#known.delete(annotation.id);
    else this.#note(annotation);
  }

  #note(annotation: Annotation): void {
    const facts = factsOf(annotation);
    const isKept = isVisibleToAgents(annotation) && (isOpen(facts) || facts.hasMention);
    if (!isKept) this.#known.delete(annotation.id);
    else this.#known.set(annotation.id, facts.hasMention ? { ...facts, replies: annotation.replies } : facts);
  }
}
