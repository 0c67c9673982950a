/** Every connected tab of one app, and what each of them hears: the feed and the presence of agents, read once for all. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type AgentPresence,
  type Annotation,
  type Change,
  type Cursor,
  type FeedEvent,
  type HubMessage,
  mostClosedSynced,
  SerialQueue,
} from '@annotate-mcp/core';
import type { Query, Store, Subscription } from '@annotate-mcp/store';

import { newsFor } from './news.ts';
import type { Outbox } from './outbox.ts';

/** A tab that has said who it is. */
export interface Reader {
  readonly authorId: string;
  readonly outbox: Outbox;
  isOpen(): boolean;
  /** It cannot be served just now and shall come again. */
  sendAway(): void;
}

/** Beyond so many missed changes the list as it is now is the shorter answer. */
const mostMissed = 500;

export class Pages {
  readonly #store: Store;
  readonly #appId: string;
  readonly #readers = new Set<Reader>();
  // Joining and delivering take turns: a tab joins exactly between two events, so it misses none.
  readonly #turns = new SerialQueue();
  readonly #subscriptions: Subscription[];
  /** Where the last delivered event ended. */
  #cursor: Cursor;
  #agents: AgentPresence[];

  /** Rejects when the store cannot be read. */
  static async open(store: Store, appId: string, onError: (error: unknown) => void): Promise<Pages> {
    return new Pages(store, appId, await store.head(), await store.agents.list(), onError);
  }

  private constructor(
    store: Store,
    appId: string,
    cursor: Cursor,
    agents: AgentPresence[],
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#appId = appId;
    this.#cursor = cursor;
    this.#agents = agents;
    this.#subscriptions = [
      store.subscribe(cursor, {
        event: (event) => this.#turns.run(() => this.#deliver(event)),
        error: onError,
      }),
      store.agents.subscribe({ agents: (present) => this.#showAgents(present), error: onError }),
    ];
  }

  /** Brings a tab up to date, from its cursor where that leads on, and keeps it so. */
  join(reader: Reader, from: Cursor | undefined): Promise<void> {
    return this.#turns.run(async () => {
      const missed = from === undefined ? null : await this.#since(from);
      const texts = missed === null ? [await this.#all(reader.authorId)] : this.#textsFor(reader, missed);
      if (!reader.isOpen()) return;
      for (const text of texts) reader.outbox.sendAsked(text);
      reader.outbox.send({ type: 'agents:presence', agents: this.#agents });
      this.#readers.add(reader);
    });
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  tell(message: HubMessage): void {
    const text = JSON.stringify(message);
    for (const { outbox } of this.#readers) outbox.sendText(text);
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
    this.#readers.clear();
  }

  async #deliver(event: FeedEvent): Promise<void> {
    this.#cursor = event.cursor;
    if (event.type === 'resync') {
      await this.#startOver();
      return;
    }
    for (const [index, change] of event.changes.entries()) {
      // A long event must not hold up the dev server.
      if (index % 64 === 63) await nextTurn();
      this.#spread(change);
    }
  }

  #spread(change: Change): void {
    if (change.annotation.appId !== this.#appId) return;
    const written = new Map<string, string>();
    for (const { authorId, outbox } of this.#readers) {
      const message = newsFor(change, authorId);
      if (message === null) continue;
      const text = written.get(message.type) ?? JSON.stringify(message);
      written.set(message.type, text);
      outbox.sendText(text);
    }
  }

  /** The store was replaced, or its log does not reach back: what the tabs have leads nowhere. */
  async #startOver(): Promise<void> {
    const written = new Map<string, string>();
    try {
      for (const { authorId, outbox } of this.#readers) {
        const text = written.get(authorId) ?? (await this.#all(authorId));
        written.set(authorId, text);
        outbox.sendAsked(text);
      }
    } catch (error) {
      for (const reader of this.#readers) reader.sendAway();
      throw error;
    }
  }

  #showAgents(agents: AgentPresence[]): void {
    this.#agents = agents;
    this.tell({ type: 'agents:presence', agents });
  }

  /** What came after `from`, up to where the other tabs are; `null` when the list is the better answer. */
  async #since(from: Cursor): Promise<Change[] | null> {
    const missed: Change[] = [];
    let at = from;
    while (at !== this.#cursor) {
      const event = await this.#store.changesSince(at);
      if (event.type === 'resync') return null;
      const end = event.changes.findIndex(({ cursor }) => cursor === this.#cursor);
      missed.push(...(end < 0 ? event.changes : event.changes.slice(0, end + 1)));
      if (missed.length > mostMissed) return null;
      // The tab may be ahead of us, when another process brought it there; what it then hears twice does no harm.
      if (end >= 0 || event.changes.length === 0) break;
      at = event.cursor;
    }
    return missed;
  }

  #textsFor({ authorId }: Reader, changes: readonly Change[]): string[] {
    return changes
      .filter(({ annotation }) => annotation.appId === this.#appId)
      .flatMap((change) => newsFor(change, authorId) ?? [])
      .map((message) => JSON.stringify(message));
  }

  /** With the cursor from before it was read: what changes meanwhile is delivered once more. */
  async #all(authorId: string): Promise<string> {
    const cursor = this.#cursor;
    const [store, appId] = [this.#store, this.#appId];
    const open = await listAll(store, { appId, draftsOf: authorId, status: openStatuses });
    // The history only grows, and every reload of a page would pay for all of it.
    const { annotations: closed } = await store.list(
      { appId, status: closedStatuses },
      { order: 'newest', limit: mostClosedSynced },
    );
    const message: HubMessage = { type: 'annotations:sync', annotations: [...open, ...closed], cursor };
    return JSON.stringify(message);
  }
}

const openStatuses = ['draft', 'pending', 'acknowledged'] as const;
const closedStatuses = ['resolved', 'dismissed'] as const;

/** Everything that matches, read in pages with a turn for everybody else after each. */
export async function listAll(store: Store, query: Query): Promise<Annotation[]> {
  const found: Annotation[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list(query, { limit: 200, ...(cursor !== null && { cursor }) });
    found.push(...page.annotations);
    cursor = page.nextCursor;
    await nextTurn();
  } while (cursor !== null);
  return found;
}
