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
  waitsForPerson,
  withoutOutsideReplies,
} from '@annotate-mcp/core';
import { everyAnnotation, type Query, type Store } from '@annotate-mcp/store';

import { followerOf, type KeptPart } from './change-follower.ts';

export interface KnownAnnotation extends Pick<
  Annotation,
  'id' | 'updatedAt' | 'sessionId' | 'assignee' | 'mentions'
> {
  readonly isPending: boolean;
  /** An agent has answered, or the person has stopped it or undone its edit: the person is next. */
  readonly waitsForPerson: boolean;
  /** Name of the agent that holds it. */
  readonly holder: string | null;
  /** The whole thread, or nothing when no reply mentions anyone. */
  readonly replies: readonly Reply[];
}

type WorkSource = Pick<Store, 'head' | 'list' | 'changesSince'>;

const pageSize = 1_000;

export class KnownAnnotations {
  readonly #store: WorkSource;
  readonly #known = new Map<string, KnownAnnotation>();
  readonly #part: KeptPart;

  constructor(store: WorkSource) {
    this.#store = store;
    this.#part = {
      read: () => this.#read(),
      note: (change) => this.#noteChange(change),
      forget: () => this.#known.clear(),
    };
  }

  /**
   * Those that agents may see: all that are open, and closed ones in which someone was mentioned. `asOf` as in
   * `bringUpToDate`.
   */
  async list(asOf?: number): Promise<KnownAnnotation[]> {
    await followerOf(this.#store).bringUpToDate(this.#part, asOf);
    return [...this.#known.values()];
  }

  async #read(): Promise<void> {
    this.#known.clear();
    await this.#readOpen();
    // Pages show no older ones, so that no person replies to them.
    const closed: Query = { status: closedStatuses, origin: 'own' };
    const { annotations } = await this.#store.list(closed, { order: 'newest', limit: mostClosedSynced });
    for (const annotation of annotations) this.#note(annotation);
  }

  async #readOpen(): Promise<void> {
    const open: Query = { status: openStatuses, origin: 'own' };
    for await (const annotation of everyAnnotation(this.#store, open, { limit: pageSize }))
      this.#note(annotation);
  }

  #noteChange({ type, annotation }: Change): void {
    if (type === 'removed') this.#known.delete(annotation.id);
    else this.#note(annotation);
  }

  #note(annotation: Annotation): void {
    const known = isVisibleToAgents(annotation) ? toKnown(withoutOutsideReplies(annotation)) : null;
    if (known === null) this.#known.delete(annotation.id);
    else this.#known.set(annotation.id, known);
  }
}

/** `null` for what is closed and has no mention. */
function toKnown(annotation: Annotation): KnownAnnotation | null {
  const { id, status, updatedAt, sessionId, assignee, mentions } = annotation;
  const hasMention = annotation.replies.some((reply) => (reply.mentions ?? []).length > 0);
  if (!isOpen(annotation) && !hasMention) return null;
  return {
    id,
    updatedAt,
    ...(sessionId !== undefined && { sessionId }),
    ...(assignee !== undefined && { assignee }),
    ...(mentions !== undefined && { mentions }),
    isPending: status === 'pending',
    waitsForPerson: waitsForPerson(annotation),
    holder: annotation.status === 'acknowledged' ? annotation.claim.agentName : null,
    replies: hasMention ? annotation.replies : [],
  };
}
