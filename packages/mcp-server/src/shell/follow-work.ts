/**
 * Says what there is to do for an agent that is idle, in lines that hold ids and our own words: the host gives them to
 * its model as they are, so that nothing of a page or of a repository may be in them. The texts come with the tools.
 */
import { randomUUID } from 'node:crypto';

import {
  type AgentPresence,
  type Annotation,
  hasFailed,
  isForAgent,
  isOpen,
  isStoppedOrUndone,
  openStatuses,
  SerialQueue,
  unansweredMention,
  waitsForPerson,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { type AgentStore, agentStoreOf } from '../agent-store.ts';
import { eachListed } from '../annotations/list-where.ts';

export type WorkLine =
  /** It waits for an agent; the person replied to what this agent holds, or mentioned it; a page shows that its change failed. */
  | { event: 'annotation' | 'reply' | 'mention' | 'proof'; id: string }
  /** So many more wait than were named. */
  | { event: 'more'; count: number };

export interface FollowOptions {
  /** The project's own store together with the comments on its documents. */
  store: Store;
  /** The agent's name, by which annotations are assigned to it. */
  name: string;
  /** Claims of other processes of the same host are this agent's own, and so are those of this id. */
  host: string;
  agentId: string;
  /** What waits already is not told. */
  onlyNew: boolean;
  /** Whether the person wants agents to go on by themselves here. */
  isOn: () => boolean;
  /** Whether the agent was told of it in another way, and how to note that it is told now. */
  told?: { has: (annotation: Annotation) => boolean; add: (annotation: Annotation) => void };
  tell: (line: WorkLine) => void;
  onError: (error: unknown) => void;
}

/** Resolves when the signal aborts. */
export async function followWork(options: FollowOptions, signal: AbortSignal): Promise<void> {
  const follower = new Follower(options);
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await follower.start();
    await ended;
  } finally {
    await follower.close();
  }
}

/** What the person had said of an annotation when it was told. */
interface ToldOf {
  text: string;
  replies: number;
}

/** So many are named at once; of the rest only the number is told. */
const mostAtOnce = 10;
/** An agent whose wait has just ended has been given what was new. */
const justMs = 2_000;
/** After so long, what was given to an agent that did not take it, and does nothing else, is told. */
const patienceMs = 20_000;

class Follower {
  readonly #options: FollowOptions;
  readonly #store: AgentStore;
  readonly #id = randomUUID();
  readonly #since = new Date().toISOString();
  readonly #work = new SerialQueue();
  readonly #told = new Map<string, ToldOf>();
  /** What the annotation was when it was seen last: whether it waited for the person. */
  readonly #waited = new Set<string>();
  readonly #mentions = new Set<string>();
  /** Annotations that this agent held: what pages show of them is its own. */
  readonly #own = new Set<string>();
  /** By annotation: the agents that were given it in another way, and when. */
  readonly #handed = new Map<string, { to: string[]; at: number }>();
  readonly #waitedAt = new Map<string, number>();
  #agents: readonly AgentPresence[] = [];
  /** The list before it: an agent that is only here waited until now. */
  #lastAgents: readonly AgentPresence[] = [];
  #isShown: boolean | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closing: (() => void)[] = [];
  #isClosed = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#store = agentStoreOf(options.store);
  }

  async start(): Promise<void> {
    const { store, onError } = this.#options;
    const from = await this.#store.head();
    this.#note(await store.agents.list());
    await this.#readAll(this.#options.onlyNew);
    const feed = this.#store.subscribe(from, {
      event: (event) =>
        this.#work.run(async () => {
          if (event.type === 'resync') return this.#readAll(false);
          // It was there when everything was read, and is new all the same.
          for (const { type, annotation } of event.changes)
            if (type === 'added' && this.#options.onlyNew) this.#forget(annotation);
          const changed = event.changes.map(({ type, annotation }) => ({
            annotation,
            isGone: type === 'removed',
          }));
          await this.#consider(changed);
        }),
      error: onError,
    });
    const presence = store.agents.subscribe({
      agents: (agents) => {
        this.#note(agents);
        this.#later();
      },
      error: onError,
    });
    this.#closing = [() => feed.close(), () => presence.close()];
    await this.#show();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const close of this.#closing) close();
    await this.#work.run(() => undefined);
    await this.#options.store.agents.leave(this.#id);
  }

  async #readAll(isKnown: boolean): Promise<void> {
    const found: { annotation: Annotation; isGone: boolean }[] = [];
    for await (const { annotation } of eachListed(this.#store, { status: openStatuses }))
      found.push({ annotation, isGone: false });
    if (isKnown) for (const { annotation } of found) this.#remember(annotation);
    else await this.#consider(found);
  }

  #remember(annotation: Annotation): void {
    this.#told.set(annotation.id, saidBy(annotation));
    this.#noteState(annotation);
    const mention = unansweredMention(annotation, this.#options.name);
    if (mention !== null) this.#mentions.add(mention.id);
  }

  async #consider(changed: readonly { annotation: Annotation; isGone: boolean }[]): Promise<void> {
    const lines = changed.flatMap(({ annotation, isGone }) =>
      isGone ? this.#forget(annotation) : this.#news(annotation),
    );
    if (lines.length === 0 || this.#isClosed) return;
    // Read again: an agent that waited a moment ago may have been given the same.
    this.#note(await this.#options.store.agents.list());
    await this.#show();
    if (!this.#options.isOn()) return;
    const { told } = this.#options;
    const open = lines.filter(
      ({ annotation, event }) =>
        !this.#handOver(annotation, event) && !(event === 'annotation' && told?.has(annotation) === true),
    );
    for (const { event, annotation } of open.slice(0, mostAtOnce)) this.#tell({ event, id: annotation.id });
    for (const { annotation } of open) told?.add(annotation);
    const count = open.length - mostAtOnce;
    if (count > 0) this.#tell({ event: 'more', count });
  }

  #forget({ id }: Annotation): [] {
    for (const known of [this.#told, this.#waited, this.#handed, this.#own]) known.delete(id);
    return [];
  }

  /** What this agent is to be told of an annotation. From here on it counts as told, even where another way tells it. */
  #news(annotation: Annotation): News[] {
    const { id } = annotation;
    const event = this.#eventOf(annotation);
    this.#noteState(annotation);
    if (!isOpen(annotation) || isStoppedOrUndone(annotation)) this.#told.delete(id);
    if (annotation.status !== 'pending') this.#handed.delete(id);
    if (event !== null) {
      if (event !== 'proof') this.#told.set(id, saidBy(annotation));
      return [{ event, annotation }];
    }
    const mention = unansweredMention(annotation, this.#options.name);
    if (mention === null || this.#mentions.has(mention.id)) return [];
    this.#mentions.add(mention.id);
    return [{ event: 'mention', annotation }];
  }

  #eventOf(annotation: Annotation): News['event'] | null {
    const { id } = annotation;
    const told = this.#told.get(id);
    switch (annotation.status) {
      case 'draft':
      case 'dismissed':
        return null;
      case 'pending': {
        if (waitsForPerson(annotation) || !isForAgent(annotation, this.#options.name)) return null;
        // Agents take back nothing that they said: it was the person who sent it again.
        if (told !== undefined && this.#waited.has(id)) return 'annotation';
        return told === undefined || isMore(annotation, told) ? 'annotation' : null;
      }
      case 'acknowledged': {
        if (!this.#isOwn(annotation)) return null;
        this.#own.add(id);
        if (told !== undefined && saidBy(annotation).replies > told.replies) return 'reply';
        this.#told.set(id, saidBy(annotation));
        return null;
      }
      case 'resolved': {
        if (!this.#own.has(id) || !hasFailed(annotation)) return null;
        this.#own.delete(id);
        return 'proof';
      }
    }
  }

  #noteState(annotation: Annotation): void {
    if (waitsForPerson(annotation)) this.#waited.add(annotation.id);
    else this.#waited.delete(annotation.id);
  }

  #isOwn(annotation: Annotation): boolean {
    if (annotation.status !== 'acknowledged') return false;
    const { agentId } = annotation.claim;
    const { agentId: own, host } = this.#options;
    return agentId === own || this.#agents.some((each) => each.agentId === agentId && each.host === host);
  }

  /** Whether an agent gets it in another way: by a channel, or because it waits for it with a tool. */
  #handOver(annotation: Annotation, event: News['event']): boolean {
    const holder = annotation.status === 'acknowledged' ? annotation.claim.agentId : null;
    const to = this.#agents
      .filter((agent) => this.#listens(agent))
      .filter(({ agentId, agentName }) =>
        holder === null ? isForAgent(annotation, agentName) : agentId === holder,
      )
      .map(({ agentId }) => agentId);
    if (to.length === 0) return false;
    if (event === 'annotation') this.#handed.set(annotation.id, { to, at: performance.now() });
    this.#later();
    return true;
  }

  #listens({ agentId, toldBy }: AgentPresence): boolean {
    if (toldBy === 'watch') return false;
    return toldBy === 'channel' || performance.now() - (this.#waitedAt.get(agentId) ?? -Infinity) < justMs;
  }

  #note(agents: readonly AgentPresence[]): void {
    this.#agents = agents.filter(({ agentId }) => agentId !== this.#id);
    const at = performance.now();
    // Until the list changes they wait; the end of a wait is noticed a moment after what ended it.
    for (const { agentId, waiting } of [...this.#lastAgents, ...this.#agents])
      if (waiting) this.#waitedAt.set(agentId, at);
    this.#lastAgents = this.#agents;
  }

  /** Looks again at what was handed over, when something may have become of those who got it. */
  #later(): void {
    clearTimeout(this.#timer);
    if (this.#handed.size === 0 || this.#isClosed) return;
    this.#timer = setTimeout(
      () => {
        this.#work.run(() => this.#checkHanded()).catch(this.#options.onError);
      },
      this.#isLeft() ? 0 : patienceMs,
    ).unref();
  }

  /** Something was given to agents that are all gone. */
  #isLeft(): boolean {
    const present = new Set(this.#agents.map(({ agentId }) => agentId));
    return [...this.#handed.values()].some(({ to }) => !to.some((id) => present.has(id)));
  }

  async #checkHanded(): Promise<void> {
    const again: { annotation: Annotation; isGone: boolean }[] = [];
    for (const [id, { to, at }] of this.#handed) {
      if (await this.#isInGoodHands(to, at)) continue;
      this.#handed.delete(id);
      const annotation = await this.#options.store.get(id);
      if (annotation?.status !== 'pending') continue;
      this.#told.delete(id);
      again.push({ annotation, isGone: false });
    }
    await this.#consider(again);
    this.#later();
  }

  async #isInGoodHands(to: readonly string[], at: number): Promise<boolean> {
    for (const agent of this.#agents.filter(({ agentId }) => to.includes(agentId))) {
      if (agent.waiting || agent.toldBy === 'channel' || performance.now() - at < patienceMs) return true;
      if ((await this.#store.count({ holder: agent.agentId })) > 0) return true;
    }
    return false;
  }

  /** Pages show that the agent is told at once, as long as the person wants that. */
  async #show(): Promise<void> {
    const waiting = this.#options.isOn();
    if (this.#isShown === waiting) return;
    this.#isShown = waiting;
    const { name: agentName, host } = this.#options;
    await this.#options.store.agents.announce({
      ...{ agentId: this.#id, agentName, waiting, since: this.#since, toldBy: 'watch', host },
    });
  }

  #tell(line: WorkLine): void {
    // An id of our own making has no other characters; one that was made by hand is not passed on.
    if ('id' in line && !/^[\w-]{1,64}$/.test(line.id)) return;
    this.#options.tell(line);
  }
}

interface News {
  event: Extract<WorkLine, { id: string }>['event'];
  annotation: Annotation;
}

function saidBy({ annotationText, replies }: Annotation): ToldOf {
  return { text: annotationText, replies: replies.filter(({ author }) => author === 'user').length };
}

function isMore(annotation: Annotation, told: ToldOf): boolean {
  const { text, replies } = saidBy(annotation);
  return text !== told.text || replies > told.replies;
}
