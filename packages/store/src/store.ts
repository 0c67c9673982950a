import type {
  AgentPresence,
  Annotation,
  Cursor,
  FeedEvent,
  Kind,
  LookAnswer,
  LookRequest,
  Question,
  Session,
  Status,
  Work,
} from '@annotate-mcp/core';

import type { AttachmentStore } from './attachments/attachment-store.ts';

/** Keeps annotations. All surfaces and processes of a project share one store and exchange data in no other way. */
export interface Store {
  /** Canonical, so that two processes can compare what they opened. */
  readonly url: string;
  /** `log` delivers every change once and in order; `state` may fold several into the latest. */
  readonly feed: 'log' | 'state';

  /**
   * Idempotent by id: adding again changes nothing and returns what is stored. The record counts as written by this user
   * on this machine, unless its `origin` says that it comes from elsewhere.
   */
  add(annotation: Annotation): Promise<Annotation>;
  /** Returns drafts too; `isVisibleTo` says which author may see them. */
  get(id: string): Promise<Annotation | null>;
  list(query?: Query, options?: PortionOptions): Promise<Portion>;
  count(query?: Query): Promise<number>;
  /**
   * Ids of all annotations, including drafts, whose record contains this text: an id or the name of an attachment, which
   * JSON writes as it is. Searches everything that is stored, without parsing it, and leaves turns to other work.
   */
  idsContaining(text: string): Promise<string[]>;
  /** The key of every page and file that has an annotation which is not a draft, sorted. */
  places(query?: PlacesQuery): Promise<string[]>;
  /**
   * `null` when there is no such annotation. What the move throws is thrown, and nothing is written. No move changes
   * where an annotation comes from: only `adopt` does.
   */
  update(id: string, update: UpdateAnnotation): Promise<Updated | null>;
  /** All that match, in one transaction: either every move happens or none. */
  updateAll(query: Query, update: UpdateAnnotation): Promise<Updated[]>;
  /**
   * From now on these annotations count as this user's own, which is a change in the feed. To be called only for the
   * person at this machine. Returns those that were not their own before.
   */
  adopt(ids: readonly string[]): Promise<Annotation[]>;
  /** `false` when there was none. */
  remove(id: string): Promise<boolean>;

  /** This user trusts the comments that came with the repository of the store. Cheap. */
  isTrusted(): boolean;
  /**
   * Facts of the annotations that agents may see, without reading them all. To be called by `listFacts`, which also knows
   * what to do for a driver without this.
   */
  listFacts?(query: FactsQuery, options: FactsOptions): Promise<AnnotationFacts[]>;
  /** The same for what agents do not get. `listUnreadable` reads every record, for a person who looks for the damage. */
  listLeftOut?(): Promise<LeftOut>;
  /** Records that this release cannot read. They are left as they are, and do not keep the others from being read. */
  listUnreadable(): Promise<UnreadableRecord[]>;

  /** The position after the newest change. */
  head(): Promise<Cursor>;
  changesSince(cursor: Cursor): Promise<FeedEvent>;
  /** Reports every change after `from`, of this and other processes, until closed. */
  subscribe(from: Cursor, listener: FeedListener): Subscription;

  /** Pictures and records, when they are not files in `.annotate/attachments` of the project. */
  readonly attachments?: AttachmentStore;

  readonly sessions: Sessions;
  readonly agents: Agents;
  /** What the agents do that `annotate-mcp work` started. */
  readonly works: LiveList<Work>;
  /** The open questions to the person. */
  readonly questions: LiveList<Question>;
  /** What agents want to see of open pages at the moment. */
  readonly lookRequests: LiveList<LookRequest>;
  /** What hubs know about these requests. */
  readonly lookAnswers: LiveList<LookAnswer>;

  close(): Promise<void>;
}

/**
 * Runs inside the transaction and again when that must be retried, so it has to be a pure function. Returning its
 * argument writes nothing; returning `null` removes the annotation.
 */
export type UpdateAnnotation = (annotation: Annotation) => Annotation | null;

export interface Updated {
  before: Annotation;
  after: Annotation | null;
}

/** A record that cannot be read. */
export interface UnreadableRecord {
  id: string;
  /** What is wrong with it, for people. */
  reason: string;
}

/** Annotations match all fields that are given. Drafts are left out unless `draftsOf` names their author. */
export interface Query {
  ids?: readonly string[];
  status?: readonly Status[];
  kind?: Kind;
  /** Any address of a page, a path alone, or a Markdown file's path. Compared by core's `placeKey`. */
  place?: string;
  sessionId?: string;
  appId?: string;
  /** The agent that holds the claim. */
  holder?: string;
  draftsOf?: string;
  /** `own` is what agents may see: written by this user on this machine, adopted, or in a repository that they trust. */
  origin?: 'own' | 'repository';
}

export type PlacesQuery = Pick<Query, 'appId' | 'origin'>;

export interface PortionOptions {
  /** 100 by default, 1,000 at most. */
  limit?: number;
  /** `nextCursor` of the portion before. */
  cursor?: string;
  /** By arrival, or by `createdAt` where the store keeps no order of arrival; `oldest` first by default. */
  order?: 'oldest' | 'newest';
}

export interface Portion {
  annotations: Annotation[];
  /** `null` on the last portion. */
  nextCursor: string | null;
}

/** What decides whose work an annotation is, without what anyone wrote. */
export interface AnnotationFacts extends Pick<
  Annotation,
  'id' | 'status' | 'updatedAt' | 'appId' | 'sessionId' | 'assignee' | 'handedFrom' | 'mentions'
> {
  /** The key of its page or file. */
  readonly place: string;
  /** An agent has answered, or the person has stopped it or undone its edit: the person is next. */
  readonly waitsForPerson: boolean;
  /** Name of the agent that holds it. */
  readonly holder: string | null;
  /** A reply calls a person or an agent by name. */
  readonly hasMention: boolean;
}

export type FactsQuery = Required<Pick<Query, 'status'>>;
export type FactsOptions = Pick<PortionOptions, 'order'> & { limit?: number };

/** Ids of the annotations that agents do not get. */
export interface LeftOut {
  /** They came with the repository and wait for the person; without drafts. */
  withheld: string[];
  /** Their records cannot be read. */
  unreadable: string[];
}

export interface FeedListener {
  /** Called with one event at a time, in order: the next one waits for the promise, if there is one. */
  event(event: FeedEvent): void | Promise<void>;
  /** The store cannot be read at the moment, or `event` failed. Events continue when it can, and after the failed one. */
  error(error: unknown): void;
}

export interface Subscription {
  close(): void;
}

/** Browser tabs. Not part of the change feed. */
export interface Sessions {
  /**
   * Creates or replaces. The session is active only as long as this process lives. Of several saves of one session the last
   * counts, even when they are not awaited.
   */
  save(session: Session): Promise<void>;
  get(id: string): Promise<Session | null>;
  list(): Promise<Session[]>;
}

/** Agents that are connected right now. Not part of the change feed. */
export interface Agents {
  /** Creates or replaces. The agent is gone when it leaves or when this process ends, however it ends. */
  announce(agent: AgentPresence): Promise<void>;
  /** The same for an agent that goes on without this process: it is gone when it leaves, or when its keeper ends. */
  announceFor(agent: AgentPresence, keeper: Keeper): Promise<void>;
  leave(agentId: string): Promise<void>;
  list(): Promise<AgentPresence[]>;
  /** Called with the whole list, at once and whenever it changes. */
  subscribe(listener: AgentsListener): Subscription;
}

/**
 * What an agent lives as long as that has no process of ours: a process of its own on this machine, or a number of
 * milliseconds from now. A time is two hours at most. Where other machines read the store, a process counts for `mostMs` at most.
 */
export type Keeper = { pid: number; startedAt: string; mostMs: number } | { mostMs: number };

export interface AgentsListener {
  agents(agents: AgentPresence[]): void;
  error(error: unknown): void;
}

/** Records that are gone when they are removed or when the process that saved them ends. Not part of the change feed. */
export interface LiveList<Live> {
  /** Creates or replaces. */
  save(record: Live): Promise<void>;
  remove(id: string): Promise<void>;
  list(): Promise<Live[]>;
  /** Called with the whole list, at once and whenever it changes. */
  subscribe(listener: LiveListListener<Live>): Subscription;
}

export interface LiveListListener<Live> {
  records(records: Live[]): void;
  error(error: unknown): void;
}
