/** Tells the other processes of a project that an agent of this one gets the comments on a document. */
import { randomUUID } from 'node:crypto';

import { SerialQueue } from '@annotate-mcp/core';
import type { Agents } from '@annotate-mcp/store';

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

  constructor(deps: DocumentReaderDeps) {
    this.#deps = deps;
  }

  get isThere(): boolean {
    return this.#reader !== null;
  }

  /** Resolves when other processes can know. */
  async begin(agentName: string): Promise<void> {
    if (this.#reader === agentName) return;
    this.#reader = agentName;
    const { path, agents, now } = this.#deps;
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

  /** A review goes on without it, where the project's folder takes no file. */
  async #write(work: () => Promise<void>): Promise<void> {
    await this.#writes.run(work).catch(this.#deps.onError);
  }
}
