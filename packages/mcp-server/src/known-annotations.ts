/**
 * What decides whose work the annotations are, in memory: each waiting agent asks for it after each change, and reading
 * the whole store then would take longer the more it holds.
 */
import {
  type Annotation,
  closedStatuses,
  type Cursor,
  isOpen,
  isVisibleToAgents,
  mostClosedSynced,
  openStatuses,
  type Reply,
  waitsForPerson,
  withoutOutsideReplies,
} from '@annotate-mcp/core';
import { everyAnnotation, type Query, type Store } from '@annotate-mcp/store';

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
  /** Up to here the changes are known; `null` when the store has to be read. */
  #cursor: Cursor | null = null;
  #update: Promise<void> = Promise.resolve();
  #nextUpdate: Promise<void> | null = null;

  constructor(store: WorkSource) {
    this.#store = store;
  }

  /** Those that agents may see: all that are open, and closed ones in which someone was mentioned. */
  async list(): Promise<KnownAnnotation[]> {
    await this.#bringUpToDate();
    return [...this.#known.values()];
  }

  /** Callers share an update that has not begun: one that is under way may have read before the last change. */
  #bringUpToDate(): Promise<void> {
    const begin = (): Promise<void> => {
      this.#nextUpdate = null;
      return (this.#update = this.#readChanges());
    };
    this.#nextUpdate ??= this.#update.then(begin, begin);
    return this.#nextUpdate;
  }

  async #readChanges(): Promise<void> {
    while (this.#cursor !== null) {
      const event = await this.#store.changesSince(this.#cursor);
      this.#cursor = event.type === 'resync' ? null : event.cursor;
      if (event.type === 'resync') break;
      if (event.changes.length === 0) return;
      for (const { type, annotation } of event.changes) {
        if (type === 'removed') this.#known.delete(annotation.id);
        else this.#note(annotation);
      }
    }
    await this.#readAll();
  }

  async #readAll(): Promise<void> {
    this.#known.clear();
    // What changes meanwhile is read again.
    const cursor = await this.#store.head();
    await this.#readOpen();
    // Pages show no older ones, so that no person replies to them.
    const closed: Query = { status: closedStatuses, origin: 'own' };
    const { annotations } = await this.#store.list(closed, { order: 'newest', limit: mostClosedSynced });
    for (const annotation of annotations) this.#note(annotation);
    this.#cursor = cursor;
  }

  async #readOpen(): Promise<void> {
    const open: Query = { status: openStatuses, origin: 'own' };
    for await (const annotation of everyAnnotation(this.#store, open, { limit: pageSize }))
      this.#note(annotation);
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
