/** The store as agents may use it. Tools, prompts, resources and notifications have no other way to annotations. */
import {
  AnnotateError,
  type Annotation,
  annotationNotFoundError,
  type Cursor,
  type FeedEvent,
  isVisibleToAgents,
  withoutOutsideReplies,
} from '@annotate-mcp/core';
import type { FeedListener, Portion, PortionOptions, Query, Store, Subscription } from '@annotate-mcp/store';

import { followerOf, type Moment } from './change-follower.ts';
import { KnownAnnotations } from './known-annotations.ts';
import { countLeftOut, type LeftOutCounts, listWithheld } from './left-out-counts.ts';

/** Holds neither drafts nor what came with the repository or from another service and was not adopted. */
export interface AgentStore extends Pick<
  Store,
  'url' | 'sessions' | 'lookRequests' | 'lookAnswers' | 'head'
> {
  /** Throws if there is none that agents may see. */
  require(id: string): Promise<Annotation>;
  list(query?: AgentQuery, paging?: PortionOptions): Promise<Portion>;
  count(query?: AgentQuery): Promise<number>;
  places(): Promise<string[]>;
  /** Returns the annotation after the move. Throws if there is none that agents may see. */
  update(id: string, move: AgentMove): Promise<Annotation>;
  /** Events may have no changes left. */
  subscribe(...parameters: Parameters<Store['subscribe']>): Subscription;
  /** `asOf` as in `bringUpToDate`. */
  countLeftOut(asOf?: Moment): Promise<LeftOutCounts>;
  readonly knownAnnotations: KnownAnnotations;
}

export type AgentQuery = Omit<Query, 'origin' | 'draftsOf'>;

/** Agents remove nothing. Otherwise as `Move` of the store. */
export type AgentMove = (annotation: Annotation) => Annotation;

export function agentStoreOf(store: Store): AgentStore {
  const own = (query: AgentQuery): Query => ({ ...query, origin: 'own' });
  return {
    url: store.url,
    sessions: store.sessions,
    lookRequests: store.lookRequests,
    lookAnswers: store.lookAnswers,
    head: () => store.head(),
    require: async (id) => withoutOutsideReplies(requireVisible(id, await store.get(id))),
    list: async (query = {}, paging = {}) => {
      const page = await store.list(own(query), paging);
      return { ...page, annotations: page.annotations.map(withoutOutsideReplies) };
    },
    // Counting what is the user's own would check every seal.
    count: async (query = {}) => {
      const ids = await listWithheld(store);
      return (await store.count(query)) - (ids.length === 0 ? 0 : await store.count({ ...query, ids }));
    },
    places: () => store.places({ origin: 'own' }),
    update: async (id, move) => {
      const updated = await store.update(id, (annotation) => move(requireVisible(id, annotation)));
      return withoutOutsideReplies(requireVisible(id, updated?.after ?? null));
    },
    subscribe: (from, listener) => store.subscribe(from, heardBy(store, from, withoutHidden(listener))),
    countLeftOut: (asOf) => countLeftOut(store, asOf),
    knownAnnotations: knownAnnotationsOf(store),
  };
}

/** All agents of a process share one for each store. */
const knownByStore = new WeakMap<Store, KnownAnnotations>();

function knownAnnotationsOf(store: Store): KnownAnnotations {
  const known = knownByStore.get(store) ?? new KnownAnnotations(store);
  knownByStore.set(store, known);
  return known;
}

/** What is kept of the store in memory has an event when its listener gets it. */
function heardBy(store: Store, from: Cursor, listener: FeedListener): FeedListener {
  let at = from;
  return {
    event: async (event) => {
      await followerOf(store).hear(at, event);
      at = event.cursor;
      await listener.event(event);
    },
    error: (error) => listener.error(error),
  };
}

function withoutHidden(listener: FeedListener): FeedListener {
  return {
    event: (event) => listener.event(visiblePart(event)),
    error: (error) => listener.error(error),
  };
}

function visiblePart(event: FeedEvent): FeedEvent {
  if (event.type === 'resync') return event;
  const visible = event.changes.filter(({ annotation }) => isVisibleToAgents(annotation));
  return {
    ...event,
    changes: visible.map((change) => ({ ...change, annotation: withoutOutsideReplies(change.annotation) })),
  };
}

function requireVisible(id: string, annotation: Annotation | null): Annotation {
  if (annotation === null || annotation.status === 'draft')
    throw annotationNotFoundError(id, 'Call get_all_pending or list_annotations for the ids there are.');
  if (!isVisibleToAgents(annotation)) throw withheldError(id);
  return annotation;
}

function withheldError(id: string): AnnotateError {
  return new AnnotateError(
    'annotation/withheld',
    `Annotation ${id} came with the repository and waits for the person.`,
    { hint: howToAdopt },
  );
}

export const howToAdopt =
  'They decide in the page or the Markdown view (Trust), or with "npx annotate-mcp trust" in a terminal. Do not run that for them.';
