import { randomUUID } from 'node:crypto';

import type { Actor, AgentPresence, Annotation, Reply } from '@annotate-mcp/core';
import {
  AnnotateError,
  isHandedFrom,
  isVisibleToAgents,
  SerialQueue,
  unreadReplies,
} from '@annotate-mcp/core';
import { type Agents, type Keeper, partsOf, type Store } from '@annotate-mcp/store';

import type { AnnotationMemory } from './annotation-memory.ts';
import { EditRecorder } from './edit-recorder.ts';
import { ProofNotices } from './proof-notices.ts';
import { SeenSources } from './seen-sources.ts';

/** One MCP client as the store knows it: whether it is present and waiting, what it holds and which replies it has read. */
export class Agent {
  readonly sources = new SeenSources();
  readonly proofs: ProofNotices;
  readonly edits: EditRecorder;
  /** Where it works, if that is a copy of the project. */
  readonly folder: string | undefined;
  /** By `annotate-mcp work`, which also chooses what it works on. */
  readonly isStarted: boolean;
  readonly #store: Store;
  readonly #since: string;
  readonly #traits: Pick<AgentPresence, 'toldBy' | 'host'>;
  readonly #keeper: Keeper | undefined;
  readonly #readReplies = new Set<string>();
  /** For each annotation that it holds: how it is read. */
  readonly #held = new Map<string, FindAnnotation>();
  /** Ids of the annotations that were shown to the agent. */
  readonly #seen = new Set<string>();
  /** For each annotation that this agent changed: `updatedAt` of that change. */
  readonly #ownChanges = new Map<string, string>();
  /** Presence is written in order, or a late "waiting" could be stored after the agent has left. */
  readonly #presenceWrites = new SerialQueue();
  /** Where it is present besides its store. */
  readonly #elsewhere = new Set<Agents>();
  /** Created when it is asked for: most of the time to create one is loading `node:crypto`. */
  #id: string | undefined;
  #name: string | null;
  readonly #waiting = new Set<symbol>();
  #presence: 'unseen' | 'present' | 'away' | 'gone' = 'unseen';
  #wasAnnounced = false;

  constructor(store: Store, now: Date, identity: AgentIdentity = {}) {
    const { id, name = null, folder, isStarted = false, toldBy, host, keeper, objects } = identity;
    this.edits = new EditRecorder(objects);
    this.#traits = { ...(toldBy !== undefined && { toldBy }), ...(host !== undefined && { host }) };
    this.#keeper = keeper;
    this.#id = id;
    this.#name = name;
    this.folder = folder;
    this.isStarted = isStarted;
    this.#store = store;
    this.proofs = new ProofNotices(store);
    this.#since = now.toISOString();
  }

  get id(): string {
    return (this.#id ??= randomUUID());
  }

  /**
   * The annotation that it works on, if there is exactly one. As far as this agent knows: claims that it lost meanwhile are
   * counted until `lostClaims` is called.
   */
  get onlyHeld(): string | null {
    const [first, ...others] = this.#held.keys();
    return first === undefined || others.length > 0 ? null : first;
  }

  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  get actor(): Actor & { type: 'agent' } {
    return { type: 'agent', agentId: this.id, agentName: this.#name ?? 'agent' };
  }

  /** Makes the agent present under this name. */
  async introduce(name: string): Promise<void> {
    if (this.#name === name) return this.appear();
    this.#name = name;
    await this.#announce();
  }

  /** Makes the agent present. It must be before it claims, or other processes free its claim as one of a dead agent. */
  async appear(): Promise<void> {
    await this.#presenceWrites.run(() => undefined);
    if (this.#presence === 'gone') throw agentLeftError(this.id);
    if (this.#presence !== 'present') await this.#announce();
  }

  /** As `appear`, for a claim on this annotation: a comment on a document has agents of its own beside those of the store. */
  async appearFor(annotationId: string): Promise<void> {
    await this.appear();
    for (const part of partsOf(this.#store).slice(1))
      if ((await part.get(annotationId)) !== null) await this.appearIn(part.agents);
  }

  /** As `appear`, for a claim on a comment whose agents are these. */
  async appearIn(agents: Agents): Promise<void> {
    await this.appear();
    await this.#presenceWrites.run(async () => {
      if (this.#presence !== 'present') return;
      this.#elsewhere.add(agents);
      await this.#announceIn(agents);
    });
  }

  /** The agent is shown as waiting from when `work` calls `begin` until it is done; one with a keeper is not, since that may last longer than the wait. */
  async whileWaiting<T>(work: (begin: () => Promise<void>) => Promise<T>): Promise<T> {
    if (this.#keeper !== undefined) return work(async () => undefined);
    const call = Symbol('a call that waits');
    const begin = async (): Promise<void> => {
      if (this.#waiting.has(call)) return;
      this.#waiting.add(call);
      if (this.#waiting.size === 1) await this.#announce();
    };
    try {
      return await work(begin);
    } finally {
      // The result of the wait must reach the agent at once, and even if its presence cannot be written.
      if (this.#waiting.delete(call) && this.#waiting.size === 0)
        setImmediate(() => void this.#announce({ bringsBack: false }).catch(() => undefined));
    }
  }

  /** Must be called with each annotation that is about to be shown to the agent. `find` is for one that is not in the store. */
  markSeen(annotation: Annotation, find: FindAnnotation = (id) => this.#store.get(id)): void {
    this.markRead(annotation.replies);
    this.#seen.add(annotation.id);
    if (this.#holds(annotation)) this.#held.set(annotation.id, find);
  }

  /** Must be called before the change is stored: the change feed may report it before the store answers. */
  recordOwnChange({ id, updatedAt }: Annotation): void {
    this.#ownChanges.set(id, updatedAt);
  }

  /** Whether this agent made the latest change of the annotation. */
  hasMade({ id, updatedAt }: Pick<Annotation, 'id' | 'updatedAt'>): boolean {
    return this.#ownChanges.get(id) === updatedAt;
  }

  /** Must be called with the annotation that a move of this agent returned. `find` as in `markSeen`. */
  recordMove(annotation: Annotation, find?: FindAnnotation): void {
    this.markSeen(annotation, find);
    if (this.#holds(annotation)) return;
    this.#held.delete(annotation.id);
    this.edits.forget(annotation.id);
  }

  /** Replies of the person that the agent has not read, on an annotation that it holds or that waits and was shown to it. */
  unread(annotation: Annotation): Reply[] {
    const isItsOwn =
      annotation.status === 'pending' ? this.#seen.has(annotation.id) : this.#holds(annotation);
    return isItsOwn ? unreadReplies(annotation, this.#readReplies) : [];
  }

  hasRead({ id }: Reply): boolean {
    return this.#readReplies.has(id);
  }

  markRead(replies: readonly Reply[]): void {
    for (const { id } of replies) this.#readReplies.add(id);
  }

  /** Describes each annotation that the agent held and lost without releasing it. Each is returned once. */
  async lostClaims(): Promise<string[]> {
    const notices: string[] = [];
    for (const [id, find] of this.#held) {
      const stored = await find(id);
      // What was changed outside this machine's processes is no longer the annotation that the agent held.
      const annotation = stored !== null && isVisibleToAgents(stored) ? stored : null;
      if (annotation !== null && this.#holds(annotation)) continue;
      // A call that runs at the same time may have released it meanwhile.
      if (this.#held.delete(id)) notices.push(describeLostClaim(id, annotation, this.actor.agentName));
    }
    return notices;
  }

  /** What a later process of the same agent has to know about an annotation. */
  memoryOf(annotation: Annotation): AnnotationMemory {
    const { id, replies } = annotation;
    const [made, told, before] = [this.#ownChanges.get(id), this.proofs.toldOf(id), this.edits.stateOf(id)];
    return {
      read: replies.filter((reply) => this.hasRead(reply)).map((reply) => reply.id),
      holds: this.#holds(annotation),
      sources: this.sources.textsOf(id),
      ...(made !== undefined && { made }),
      ...(told !== undefined && { told }),
      ...(before !== undefined && { before }),
    };
  }

  /** What an earlier process of this agent knew, before anything else is done; `null` for an annotation that is gone. */
  recall(id: string, memory: AnnotationMemory, annotation: Annotation | null): void {
    const { read, holds, sources, made, told, before } = memory;
    for (const reply of read) this.#readReplies.add(reply);
    this.#seen.add(id);
    if (holds) this.#held.set(id, (each) => this.#store.get(each));
    if (made !== undefined) this.#ownChanges.set(id, made);
    if (annotation !== null && told !== undefined) this.proofs.recall(annotation, told);
    if (before !== undefined) this.edits.recall(id, before);
    this.sources.recall(id, sources);
  }

  /** Until its next call the agent is away, and other agents may claim what it held. */
  async setAway(): Promise<void> {
    await this.#presenceWrites.run(async () => {
      if (this.#presence === 'gone' || !this.#wasAnnounced) return;
      this.#presence = 'away';
      await this.#leaveAll();
    });
  }

  /** The agent is gone and stays gone: a call that still runs does not make it present again. */
  async leave(): Promise<void> {
    this.#presence = 'gone';
    this.proofs.close();
    if (this.#wasAnnounced) await this.#presenceWrites.run(() => this.#leaveAll());
    await this.edits.close();
  }

  #holds(annotation: Annotation): boolean {
    return annotation.status === 'acknowledged' && annotation.claim.agentId === this.id;
  }

  /** `bringsBack: false` leaves an agent away that is away: only a new call makes it present. */
  async #announce({ bringsBack = true } = {}): Promise<void> {
    await this.#presenceWrites.run(async () => {
      if (this.#presence === 'gone' || (this.#presence === 'away' && !bringsBack)) return;
      this.#wasAnnounced = true;
      await this.#announceIn(this.#store.agents);
      if (!this.#hasLeft()) this.#presence = 'present';
    });
  }

  #presenceNow(): AgentPresence {
    const { agentId, agentName } = this.actor;
    return { agentId, agentName, waiting: this.#waiting.size > 0, since: this.#since, ...this.#traits };
  }

  #announceIn(agents: Agents): Promise<void> {
    const presence = this.#presenceNow();
    return this.#keeper === undefined
      ? agents.announce(presence)
      : agents.announceFor(presence, this.#keeper);
  }

  async #leaveAll(): Promise<void> {
    await this.#store.agents.leave(this.id);
    // One that was closed before has forgotten the agent by itself.
    for (const agents of this.#elsewhere) await agents.leave(this.id).catch(() => undefined);
    this.#elsewhere.clear();
  }

  /** A method, because the compiler assumes that a field does not change while a write is awaited. */
  #hasLeft(): boolean {
    return this.#presence === 'gone';
  }
}

function agentLeftError(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `Agent ${id} has left and can claim nothing more.`, {
    hint: 'Connect again.',
  });
}

type FindAnnotation = (id: string) => Promise<Annotation | null>;

export interface AgentIdentity {
  id?: string;
  /** `null` until `introduce` is called. */
  name?: string | null;
  folder?: string | undefined;
  isStarted?: boolean;
  toldBy?: AgentPresence['toldBy'];
  host?: string | undefined;
  /** For an agent that is present without this process. */
  keeper?: Keeper | undefined;
  /** Where such an agent keeps how the project's files were when it claimed something. */
  objects?: string | undefined;
}

function describeLostClaim(id: string, annotation: Annotation | null, agentName: string): string {
  if (annotation === null) return `Annotation ${id} is no longer in the store. Stop working on it.`;
  if (isHandedFrom(annotation, agentName))
    return `The person gave annotation ${id} to ${annotation.assignee?.name ?? 'another agent'}. Stop working on it, and leave its files as they are: the next agent is told what you tried.`;
  switch (annotation.status) {
    case 'dismissed':
      return annotation.withdrawnAt === undefined
        ? `Annotation ${id} was dismissed. Stop working on it.`
        : `Annotation ${id} was withdrawn by its author. Stop working on it, and undo what you began if that is easy.`;
    case 'acknowledged':
      return `Annotation ${id} is now held by ${annotation.claim.agentName}. Leave it to that agent.`;
    case 'draft':
    case 'pending':
    case 'resolved':
      return `You no longer hold annotation ${id}: it is ${annotation.status}. Acknowledge it again to go on.`;
  }
}
