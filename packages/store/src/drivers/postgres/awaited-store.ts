/** A store whose server was away when it was opened. It is opened as soon as the server is back. */
import { AnnotateError, type Cursor } from '@annotate-mcp/core';

import type { AttachmentStore } from '../../attachments/attachment-store.ts';
import { closedStoreError } from '../../closed-store-error.ts';
import type { Agents, FeedListener, LiveList, Sessions, Store, Subscription } from '../../store.ts';

import { unreachableError } from './failures.ts';

export interface AwaitedStoreOptions {
  readonly url: string;
  readonly open: () => Promise<Store>;
  /** The first attempt, which has failed or takes long. */
  readonly first: Promise<Store>;
}

const shortestPauseMs = 250;
const longestPauseMs = 5_000;

/** No driver hands this out: a reader that begins here must read everything, which is what it missed. */
const unknownCursor: Cursor = '';

export function awaitStore(options: AwaitedStoreOptions): Store {
  const opening = new Opening(options);
  const store = () => opening.store();
  const later = (subscribe: (store: Store) => Subscription, onError: (error: unknown) => void) =>
    opening.subscribe(subscribe, onError);
  return {
    url: options.url,
    feed: 'log',
    add: async (annotation) => (await store()).add(annotation),
    get: async (id) => (await store()).get(id),
    list: async (query, paging) => (await store()).list(query, paging),
    count: async (query) => (await store()).count(query),
    idsContaining: async (text) => (await store()).idsContaining(text),
    places: async (query) => (await store()).places(query),
    update: async (id, move) => (await store()).update(id, move),
    updateAll: async (query, move) => (await store()).updateAll(query, move),
    adopt: async (ids) => (await store()).adopt(ids),
    remove: async (id) => (await store()).remove(id),
    isTrusted: () => opening.opened?.isTrusted() ?? false,
    listUnreadable: async () => (await store()).listUnreadable(),
    head: async () => (opening.opened === null ? unknownCursor : opening.opened.head()),
    changesSince: async (cursor) => (await store()).changesSince(cursor),
    subscribe: (from: Cursor, listener: FeedListener) =>
      later(
        (opened) => opened.subscribe(from, listener),
        (error) => listener.error(error),
      ),
    attachments: awaitAttachments(store),
    sessions: awaitSessions(store),
    agents: awaitAgents(store, later),
    works: awaitList((opened) => opened.works, store, later),
    questions: awaitList((opened) => opened.questions, store, later),
    lookRequests: awaitList((opened) => opened.lookRequests, store, later),
    lookAnswers: awaitList((opened) => opened.lookAnswers, store, later),
    close: () => opening.close(),
  };
}

interface WaitingReader {
  readonly subscribe: (store: Store) => Subscription;
  readonly onError: (error: unknown) => void;
  /** `null` until the store is open. */
  subscription: Subscription | null;
}

class Opening {
  readonly #options: AwaitedStoreOptions;
  readonly #readers = new Set<WaitingReader>();
  #error: unknown;
  #attempt: Promise<Store | null> | null;
  #pauseMs = shortestPauseMs;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  opened: Store | null = null;

  constructor(options: AwaitedStoreOptions) {
    this.#options = options;
    this.#error = unreachableError(options.url, new Error('it has not answered yet'));
    this.#attempt = this.#use(options.first);
  }

  /** Tries at once, because the server may be back since the last attempt. */
  async store(): Promise<Store> {
    if (this.#isClosed) throw closedStoreError(this.#options.url);
    const store = this.opened ?? (await this.#try());
    if (store === null) throw this.#error;
    return store;
  }

  subscribe(subscribe: WaitingReader['subscribe'], onError: (error: unknown) => void): Subscription {
    if (this.opened !== null) return subscribe(this.opened);
    const reader: WaitingReader = { subscribe, onError, subscription: null };
    this.#readers.add(reader);
    onError(this.#error);
    return {
      close: () => {
        this.#readers.delete(reader);
        reader.subscription?.close();
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#readers.clear();
    await this.#attempt;
    await this.opened?.close();
  }

  #try(): Promise<Store | null> {
    clearTimeout(this.#timer);
    return (this.#attempt ??= this.#use(this.#options.open()));
  }

  async #use(opening: Promise<Store>): Promise<Store | null> {
    try {
      this.opened = await opening;
      for (const reader of this.#readers) reader.subscription = reader.subscribe(this.opened);
      return this.opened;
    } catch (error) {
      // Another reason than the first one, such as a wrong password, may be removed as well while this process runs.
      const isNews = codeOf(error) !== codeOf(this.#error);
      this.#error = error;
      this.#attempt = null;
      if (this.#isClosed) return null;
      if (isNews) for (const reader of this.#readers) reader.onError(error);
      this.#tryLater();
      return null;
    }
  }

  #tryLater(): void {
    this.#timer = setTimeout(() => void this.#try(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }
}

function codeOf(error: unknown): string {
  return error instanceof AnnotateError ? error.code : '';
}

type GetStore = () => Promise<Store>;
type Later = (subscribe: (store: Store) => Subscription, onError: (error: unknown) => void) => Subscription;

function awaitAttachments(store: GetStore): AttachmentStore {
  const attachments = async (): Promise<AttachmentStore> => {
    const { attachments: opened, url } = await store();
    if (opened === undefined) throw closedStoreError(url);
    return opened;
  };
  return {
    put: async (name, bytes) => (await attachments()).put(name, bytes),
    get: async (name) => (await attachments()).get(name),
    list: async () => (await attachments()).list(),
    remove: async (name) => (await attachments()).remove(name),
  };
}

function awaitSessions(store: GetStore): Sessions {
  return {
    save: async (session) => (await store()).sessions.save(session),
    get: async (id) => (await store()).sessions.get(id),
    list: async () => (await store()).sessions.list(),
  };
}

function awaitAgents(store: GetStore, later: Later): Agents {
  return {
    announce: async (agent) => (await store()).agents.announce(agent),
    announceFor: async (agent, keeper) => (await store()).agents.announceFor(agent, keeper),
    leave: async (agentId) => (await store()).agents.leave(agentId),
    list: async () => (await store()).agents.list(),
    subscribe: (listener) =>
      later(
        ({ agents }) => agents.subscribe(listener),
        (error) => listener.error(error),
      ),
  };
}

function awaitList<Live>(
  pick: (store: Store) => LiveList<Live>,
  store: GetStore,
  later: Later,
): LiveList<Live> {
  return {
    save: async (record) => pick(await store()).save(record),
    remove: async (id) => pick(await store()).remove(id),
    list: async () => pick(await store()).list(),
    subscribe: (listener) =>
      later(
        (opened) => pick(opened).subscribe(listener),
        (error) => listener.error(error),
      ),
  };
}
