/**
 * Agents beside the usual one, each started because the person wanted another one for an annotation. One is started only
 * when the person has chosen it on the consent page: a page can cause no more than the question.
 */
import { type Annotation, assign, isHandedFrom, isLeftToAgent } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { Workplace } from './workplace.ts';

export interface LoopAgent {
  readonly agentName: string;
  readonly workplace: Workplace;
}

/** Asks the person which agent takes over, and starts it. `null` when they want none, and when `signal` aborts. */
export type OpenOther = (annotation: Annotation, signal: AbortSignal) => Promise<LoopAgent | null>;

export interface OtherAgentsDeps {
  store: Pick<Store, 'update'>;
  open: OpenOther;
  now: () => Date;
  /** Called when there is one more. */
  onStarted: () => Promise<void>;
  onError: (error: unknown) => void;
}

interface Asking {
  /** `updatedAt` of the annotation: after a change by the person it is asked again. */
  readonly at: string;
  readonly withdraw: AbortController;
}

export class OtherAgents {
  readonly #deps: OtherAgentsDeps;
  readonly #agents: LoopAgent[] = [];
  readonly #asked = new Map<string, Asking>();
  readonly #asking = new Set<Promise<void>>();

  constructor(deps: OtherAgentsDeps) {
    this.#deps = deps;
  }

  get all(): readonly LoopAgent[] {
    return this.#agents;
  }

  /** The one that the person gave it to by name; `null` when it is none of them. */
  agentFor(annotation: Annotation): LoopAgent | null {
    if (annotation.assignee?.type !== 'agent') return null;
    return this.#agents.find(({ agentName }) => isLeftToAgent(annotation, agentName)) ?? null;
  }

  /** Whether the person is to be asked which agent takes over from `usual`. */
  isWanted(annotation: Annotation, usual: string): boolean {
    const { id, updatedAt } = annotation;
    return isForAnother(annotation, usual) && this.#asked.get(id)?.at !== updatedAt;
  }

  /** Does not wait for the answer. */
  ask(annotation: Annotation): void {
    this.#asked.get(annotation.id)?.withdraw.abort();
    const asking = { at: annotation.updatedAt, withdraw: new AbortController() };
    this.#asked.set(annotation.id, asking);
    const answered = this.#start(annotation, asking.withdraw.signal).catch(this.#deps.onError);
    this.#asking.add(answered);
    void answered.finally(() => this.#asking.delete(answered));
  }

  /** Must be called with what an annotation became: another agent may have taken it, or the person has withdrawn it. */
  hear(id: string, annotation: Annotation | null, usual: string): void {
    const asking = this.#asked.get(id);
    if (asking === undefined) return;
    if (annotation !== null && isForAnother(annotation, usual) && annotation.updatedAt === asking.at) return;
    asking.withdraw.abort();
    this.#asked.delete(id);
  }

  async close(): Promise<void> {
    for (const { withdraw } of this.#asked.values()) withdraw.abort();
    await Promise.all(this.#asking);
    for (const { workplace } of this.#agents) await workplace.close();
  }

  async #start(annotation: Annotation, signal: AbortSignal): Promise<void> {
    const { store, open, now, onStarted } = this.#deps;
    const agent = await open(annotation, signal);
    if (agent === null) return;
    const { agentName, workplace } = agent;
    if (signal.aborted) {
      await workplace.close();
      return;
    }
    const known = this.#agents.some((other) => other.agentName === agentName);
    if (known) await workplace.close();
    else this.#agents.push(agent);
    await onStarted();
    // The person has chosen it for this annotation, so that no other one takes it.
    const person = { type: 'person', authorId: annotation.authorId } as const;
    await store.update(annotation.id, (stored) =>
      stored.status === 'pending'
        ? assign(stored, person, now(), { type: 'agent', name: agentName })
        : stored,
    );
  }
}

/** The person took it from `usual`, and named no agent. */
function isForAnother(annotation: Annotation, usual: string): boolean {
  return (
    annotation.status === 'pending' && annotation.assignee === undefined && isHandedFrom(annotation, usual)
  );
}
