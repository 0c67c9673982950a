/** Sends the store's changes and the presence of agents to every connected session of one app. Reads both only once. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type AgentPresence,
  type Change,
  type Cursor,
  type FeedEvent,
  type HubMessage,
  isApply,
  isVisibleTo,
  type PageMessage,
  SerialQueue,
} from '@annotate-mcp/core';
import { isAway, type Store, type Subscription, unlessAway } from '@annotate-mcp/store';

import type { MessageSender } from './message-sender.ts';
import { type ListReader, SyncReader } from './sync-reader.ts';
import { WorkFeed } from './work-feed.ts';

/** A session that has sent `session:resume` and so has a known author. */
export interface FeedReader extends ListReader {
  /** It runs on the machine of the hub, as its user. */
  readonly local: boolean;
  readonly sender: MessageSender;
  isOpen(): boolean;
  /** Closes the socket with a code that makes the page connect again later. */
  closeForRetry(): void;
}

export interface SessionFeedListener {
  /** Called with each event of the feed after it was sent to the sessions. */
  readonly onEvent: (event: FeedEvent) => void | Promise<void>;
  readonly onError: (error: unknown) => void;
  /** A page can make the program ask the person whether to start an agent. */
  readonly canStart?: boolean;
}

/** With more missed changes than this, sending the whole list is shorter. */
const maxMissedChanges = 500;
/** How long changes are collected before the pages that do not have everything are told how much there is. */
const countMs = 1_000;

/** What a page asks for that has not got everything. */
export type PortionMessage = Extract<PageMessage, { type: `annotations:${string}` }>;

export class SessionFeed {
  readonly #store: Store;
  readonly #appId: string;
  readonly #readers = new Set<FeedReader>();
  // Joining and delivering share one queue: a session joins between two events, so it misses none.
  readonly #queue = new SerialQueue();
  readonly #subscriptions: Subscription[];
  /** The cursor of the last delivered event. */
  #cursor: Cursor;
  #agents: AgentPresence[];
  readonly #reads: SyncReader;
  #counting: NodeJS.Timeout | undefined;
  readonly #work: WorkFeed;
  readonly #onError: (error: unknown) => void;

  /** Rejects when the store cannot be read, unless its server is only away. */
  static async open(store: Store, appId: string, listener: SessionFeedListener): Promise<SessionFeed> {
    const cursor = await store.head();
    const agents = await unlessAway(store.agents.list(), []);
    return new SessionFeed(store, appId, cursor, agents, listener);
  }

  private constructor(
    store: Store,
    appId: string,
    cursor: Cursor,
    agents: AgentPresence[],
    { onEvent, onError, canStart = false }: SessionFeedListener,
  ) {
    this.#store = store;
    this.#appId = appId;
    this.#cursor = cursor;
    this.#agents = shownAgents(agents);
    this.#onError = onError;
    this.#reads = new SyncReader(store, appId);
    this.#work = new WorkFeed(store, { canStart, onError, send: (text) => this.#sendToLocal(text) });
    this.#subscriptions = [
      store.subscribe(cursor, {
        event: async (event) => {
          await this.#queue.run(() => this.#deliver(event));
          await onEvent(event);
        },
        error: (error) => {
          // Pages connect again until the store is back, and show meanwhile that what is written waits.
          if (isAway(error)) for (const reader of this.#readers) reader.closeForRetry();
          onError(error);
        },
      }),
      store.agents.subscribe({ agents: (present) => this.#sendAgents(present), error: onError }),
    ];
  }

  /** Sends the changes after `from`, or the whole list where that is not possible, and then every later change. */
  join(reader: FeedReader, from: Cursor | undefined): Promise<void> {
    return this.#queue.run(async () => {
      const missed = from === undefined ? null : await this.#changesSince(from);
      const texts =
        missed === null
          ? [await this.#reads.syncText(reader, this.#cursor)]
          : this.#changeTextsFor(reader, missed);
      if (!reader.isOpen()) return;
      for (const text of texts) reader.sender.sendRequested(text);
      if (reader.local) this.#work.sendTo(reader.sender);
      reader.sender.send({ type: 'agents:presence', agents: this.#agents });
      this.#readers.add(reader);
      // A page that goes on after its own cursor has counts of before.
      if (reader.inPortions && from !== undefined) this.#countSoon();
    });
  }

  /** Between two events, so that no change is undone by what was read before it. */
  sendPortion(reader: FeedReader, message: PortionMessage): Promise<void> {
    return this.#queue.run(async () => {
      const part = await this.#readPortion(reader, message);
      if (reader.isOpen()) reader.sender.sendRequested(JSON.stringify(part));
    });
  }

  leave(reader: FeedReader): void {
    this.#readers.delete(reader);
  }

  /** Sends the whole list again: something that is not a change of an annotation has changed all of them. */
  resync(): Promise<void> {
    return this.#queue.run(() => this.#resyncAll());
  }

  /** Not of drafts, which are private to their author. */
  async tellSeen(id: string, authorId: string): Promise<void> {
    const annotation = await this.#store.get(id);
    if (annotation === null || annotation.status === 'draft' || annotation.appId !== this.#appId) return;
    this.broadcast({ type: 'thread:seen', id, authorId });
  }

  broadcast(message: HubMessage): void {
    const text = JSON.stringify(message);
    for (const { sender } of this.#readers) sender.sendText(text);
  }

  /** To the pages on this machine only. */
  sendToLocal(message: HubMessage): void {
    this.#sendToLocal(JSON.stringify(message));
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
    this.#work.close();
    clearTimeout(this.#counting);
    this.#reads.forget();
    this.#readers.clear();
  }

  async #deliver(event: FeedEvent): Promise<void> {
    this.#cursor = event.cursor;
    if (event.type === 'resync') {
      await this.#resyncAll();
      return;
    }
    for (const [index, change] of event.changes.entries()) {
      // An event with many changes must not block the dev server.
      if (index % 64 === 63) await nextTurn();
      this.#sendChange(change);
    }
    this.#countSoon();
  }

  #countSoon(): void {
    this.#counting ??= setTimeout(() => void this.#sendCounts(), countMs).unref();
  }

  #readPortion(reader: FeedReader, message: PortionMessage): Promise<HubMessage> {
    switch (message.type) {
      case 'annotations:next':
        return this.#reads.next(message.list, message.next);
      case 'annotations:whole':
        return this.#reads.whole(reader, message.ids);
      case 'annotations:page':
        return this.#reads.page(message.url);
    }
  }

  async #sendCounts(): Promise<void> {
    this.#counting = undefined;
    const inPortions = [...this.#readers].filter((reader) => reader.inPortions);
    if (inPortions.length === 0) return;
    try {
      const text = JSON.stringify({
        type: 'annotations:counts',
        counts: await this.#reads.counts(),
      } satisfies HubMessage);
      for (const { sender } of inPortions) sender.sendText(text);
    } catch (error) {
      this.#onError(error);
    }
  }

  #sendChange(change: Change): void {
    if (change.annotation.appId !== this.#appId) return;
    const textByType = new Map<string, string>();
    for (const { authorId, sender } of this.#readers) {
      const message = messageForChange(change, authorId);
      if (message === null) continue;
      const text = textByType.get(message.type) ?? JSON.stringify(message);
      textByType.set(message.type, text);
      sender.sendText(text);
    }
  }

  /** The store was replaced, or its log does not go back far enough: the cursors of the sessions are not valid any more. */
  async #resyncAll(): Promise<void> {
    // Not earlier: what is being read for a page that joins is kept for others.
    this.#reads.forget();
    try {
      for (const reader of this.#readers)
        reader.sender.sendRequested(await this.#reads.syncText(reader, this.#cursor));
    } catch (error) {
      for (const reader of this.#readers) reader.closeForRetry();
      throw error;
    }
  }

  #sendToLocal(text: string): void {
    for (const { local, sender } of this.#readers) if (local) sender.sendText(text);
  }

  #sendAgents(agents: AgentPresence[]): void {
    this.#agents = shownAgents(agents);
    this.broadcast({ type: 'agents:presence', agents: this.#agents });
  }

  /** The changes after `from` that the other sessions have received already; `null` when the whole list is better. */
  async #changesSince(from: Cursor): Promise<Change[] | null> {
    const missed: Change[] = [];
    let at = from;
    while (at !== this.#cursor) {
      const event = await this.#store.changesSince(at);
      if (event.type === 'resync') return null;
      const end = event.changes.findIndex(({ cursor }) => cursor === this.#cursor);
      missed.push(...(end < 0 ? event.changes : event.changes.slice(0, end + 1)));
      if (missed.length > maxMissedChanges) return null;
      // The session may be ahead of this hub when the hub of another process served it before. It then receives some
      // changes twice, which has no effect.
      if (end >= 0 || event.changes.length === 0) break;
      at = event.cursor;
    }
    return missed;
  }

  #changeTextsFor({ authorId }: Pick<FeedReader, 'authorId'>, changes: readonly Change[]): string[] {
    return changes
      .filter(({ annotation }) => annotation.appId === this.#appId)
      .flatMap((change) => messageForChange(change, authorId) ?? [])
      .map((message) => JSON.stringify(message));
  }
}

/** The message that tells the browser of one author about a change; `null` when that author may not see it. */
function messageForChange(change: Change, authorId: string): HubMessage | null {
  const { annotation, cursor } = change;
  const { id } = annotation;
  const isVisible = isVisibleTo(annotation, authorId);
  switch (change.type) {
    case 'added':
      return isVisible ? { type: 'annotation:created', annotation, cursor } : null;
    case 'removed':
      return isVisible ? { type: 'annotation:removed', id, cursor } : null;
    case 'updated': {
      const wasVisible = change.previousStatus !== 'draft' || annotation.authorId === authorId;
      if (isVisible)
        return { type: wasVisible ? 'annotation:updated' : 'annotation:created', annotation, cursor };
      // A sent annotation becomes a draft again only when a person edits the store's JSON file.
      return wasVisible ? { type: 'annotation:removed', id, cursor } : null;
    }
  }
}

/** Apply is no agent. Pages, which may be on other machines, need no number of a process here. */
function shownAgents(agents: readonly AgentPresence[]): AgentPresence[] {
  return agents.filter((agent) => !isApply(agent)).map(({ host: _, ...agent }) => agent);
}
