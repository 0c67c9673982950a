import { randomUUID } from 'node:crypto';

import type { Actor, Annotation, Reply } from '@annotate-mcp/core';
import { AnnotateError, unreadReplies } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

/** One MCP client as the store sees it: present, waiting or not, and what it holds and has read. */
export class Agent {
  readonly id: string;
  readonly #store: Store;
  readonly #since: string;
  readonly #read = new Set<string>();
  readonly #held = new Set<string>();
  readonly #made = new Map<string, string>();
  #name: string | null;
  #waiting = 0;
  #presence: 'unseen' | 'present' | 'away' | 'gone' = 'unseen';
  #wasAnnounced = false;
  #told: Promise<void> = Promise.resolve();

  constructor(store: Store, now: Date, { id = randomUUID(), name = null }: AgentIdentity = {}) {
    this.id = id;
    this.#name = name;
    this.#store = store;
    this.#since = now.toISOString();
  }

  /** As far as it knows: what it lost meanwhile it learns from `losses`. */
  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  get actor(): Actor & { type: 'agent' } {
    return { type: 'agent', agentId: this.id, agentName: this.#name ?? 'agent' };
  }

  /** Makes it present under this name. */
  async introduce(name: string): Promise<void> {
    if (this.#name === name) return this.appear();
    this.#name = name;
    await this.#announce();
  }

  /** Makes it present; a claim may follow only then, or others would take it for one of a dead agent. */
  async appear(): Promise<void> {
    await this.#told;
    if (this.#presence === 'gone') throw left(this.id);
    if (this.#presence !== 'present') await this.#announce();
  }

  async whileWaiting<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      if (this.#waiting === 1) await this.#announce();
      return await work();
    } finally {
      this.#waiting--;
      // What was waited for matters more than that others learn at once that the waiting is over.
      if (this.#waiting === 0) await this.#announce({ bringsBack: false }).catch(() => undefined);
    }
  }

  /** To be called with what is about to be shown to it. */
  hasSeen(annotation: Annotation): void {
    for (const { id } of annotation.replies) this.#read.add(id);
    if (this.#holds(annotation)) this.#held.add(annotation.id);
  }

  /** To be called before it is stored: word of it may come back sooner than the answer of the store. */
  isMaking({ id, updatedAt }: Annotation): void {
    this.#made.set(id, updatedAt);
  }

  /** Whether this state of the annotation is the work of this agent. */
  hasMade({ id, updatedAt }: Annotation): boolean {
    return this.#made.get(id) === updatedAt;
  }

  /** To be called with what came of a move of its own. */
  hasMoved(annotation: Annotation): void {
    this.hasSeen(annotation);
    if (!this.#holds(annotation)) this.#held.delete(annotation.id);
  }

  unread(annotation: Annotation): Reply[] {
    return this.#holds(annotation) ? unreadReplies(annotation, this.#read) : [];
  }

  hasRead(replies: readonly Reply[]): void {
    for (const { id } of replies) this.#read.add(id);
  }

  /** What it held and holds no longer without having let go: told once. */
  async losses(): Promise<string[]> {
    const notices: string[] = [];
    for (const id of this.#held) {
      const annotation = await this.#store.get(id);
      if (annotation !== null && this.#holds(annotation)) continue;
      // A call beside this one may have let go of it meanwhile.
      if (this.#held.delete(id)) notices.push(lossOf(id, annotation));
    }
    return notices;
  }

  /** Until its next call; meanwhile what it held is free for others. */
  async stepOut(): Promise<void> {
    await this.#tell(async () => {
      if (this.#presence === 'gone' || !this.#wasAnnounced) return;
      this.#presence = 'away';
      await this.#store.agents.leave(this.id);
    });
  }

  /** For good: a call that is still under way does not bring it back. */
  async leave(): Promise<void> {
    this.#presence = 'gone';
    if (this.#wasAnnounced) await this.#tell(() => this.#store.agents.leave(this.id));
  }

  #holds(annotation: Annotation): boolean {
    return annotation.status === 'acknowledged' && annotation.claim.agentId === this.id;
  }

  /** Only a call brings back one that is away, not what is left of an earlier one. */
  async #announce({ bringsBack = true } = {}): Promise<void> {
    await this.#tell(async () => {
      if (this.#presence === 'gone' || (this.#presence === 'away' && !bringsBack)) return;
      const { agentId, agentName } = this.actor;
      this.#wasAnnounced = true;
      await this.#store.agents.announce({
        agentId,
        agentName,
        waiting: this.#waiting > 0,
        since: this.#since,
      });
      if (this.#isHere()) this.#presence = 'present';
    });
  }

  /** Asked anew after a wait: it may have left meanwhile. */
  #isHere(): boolean {
    return this.#presence !== 'gone';
  }

  /** One after the other, or a late "waiting" could overtake the farewell. */
  #tell(word: () => Promise<void>): Promise<void> {
    const telling = this.#told.then(word);
    this.#told = telling.catch(() => undefined);
    return telling;
  }
}

function left(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `Agent ${id} has left and can claim nothing more.`, {
    hint: 'Connect again.',
  });
}

export interface AgentIdentity {
  id?: string;
  /** `null` until it is introduced. */
  name?: string | null;
}

function lossOf(id: string, annotation: Annotation | null): string {
  if (annotation === null) return `Annotation ${id} is no longer in the store. Stop working on it.`;
  switch (annotation.status) {
    case 'dismissed':
      return annotation.withdrawnAt === undefined
        ? `Annotation ${id} was dismissed. Stop working on it.`
        : `Annotation ${id} was withdrawn by its author. Stop working on it, and undo what you began if that is easy.`;
    case 'acknowledged':
      return `Annotation ${id} is now held by ${annotation.claim.agentName}. Leave it to that agent.`;
    default:
      return `You no longer hold annotation ${id}: it is ${annotation.status}. Acknowledge it again to go on.`;
  }
}
