/** Which agent gets the comments on a document: the processes of a project tell each other. */
import { randomUUID } from 'node:crypto';

import { type AgentPresence, SerialQueue } from '@annotate-mcp/core';
import type { Agents, Subscription } from '@annotate-mcp/store';

export interface DocumentReaderDeps {
  /** From the project's root. */
  path: string;
  /** Called with the first agent: to write down who is there creates a file. */
  agents: () => Agents;
  now: () => Date;
  onError: (error: unknown) => void;
}

/**
 * An agent that has asked for comments may be at work on those that it got while it does not ask. No other agent begins
 * with the document's comments until it is gone, the review is closed, or the person gives them to another agent.
 */
export class DocumentReader {
  readonly #deps: DocumentReaderDeps;
  readonly #id = randomUUID();
  readonly #writes = new SerialQueue();
  #reader: string | null = null;
  #elsewhere: readonly AgentPresence[] = [];

  constructor(deps: DocumentReaderDeps) {
    this.#deps = deps;
  }

  get isThere(): boolean {
    return this.#reader !== null;
  }

  /** The name of an agent of another process that gets them; `null` when there is none. */
  get nameElsewhere(): string | null {
    return this.#elsewhere[0]?.agentName ?? null;
  }

  /** Calls `listener` when agents of other processes begin to read the document, or end. */
  follow(listener: () => void): Subscription {
    const { path, agents, onError } = this.#deps;
    return agents().subscribe({
      agents: (present) => {
        this.#elsewhere = present.filter(
          ({ agentId, documents = [] }) => agentId !== this.#id && documents.includes(path),
        );
        listener();
      },
      error: onError,
    });
  }

  /** Resolves when other processes can know. */
  async begin(agentName: string): Promise<void> {
    const { path, agents, now } = this.#deps;
    // Another process may have taken the document from it, as `endAll` does.
    if (this.#reader === agentName && (await this.#isKnown())) return;
    this.#reader = agentName;
    const since = now().toISOString();
    await this.#write(() =>
      agents().announce({ agentId: this.#id, agentName, waiting: false, since, documents: [path] }),
    );
  }

  async end(): Promise<void> {
    if (this.#reader === null) return;
    this.#reader = null;
    await this.#write(() => this.#deps.agents().leave(this.#id));
  }

  /** By the person, who gives the document to another agent: those of other processes get no more of it either. */
  async endAll(): Promise<void> {
    await this.end();
    const readers = this.#elsewhere;
    this.#elsewhere = [];
    for (const { agentId } of readers) await this.#write(() => this.#deps.agents().leave(agentId));
  }

  async #isKnown(): Promise<boolean> {
    const present = await this.#deps
      .agents()
      .list()
      .catch(() => []);
    return present.some(({ agentId }) => agentId === this.#id);
  }

  /** A review goes on without it, where the project's folder takes no file. */
  async #write(work: () => Promise<void>): Promise<void> {
    await this.#writes.run(work).catch(this.#deps.onError);
  }
}
