/** Gives each annotation that waits to an agent, oldest first, as soon as the store's feed tells of it. */
import { setImmediate } from 'node:timers/promises';

import {
  type AgentPresence,
  AnnotateError,
  type Annotation,
  type FeedEvent,
  isForAgent,
  isLeftToAgent,
  SerialQueue,
} from '@annotate-mcp/core';
import { partsOf, type Subscription } from '@annotate-mcp/store';

import { Candidates } from './candidates.ts';
import { Job, type JobDeps } from './job.ts';
import { type LoopAgent, type OpenOther, OtherAgents } from './other-agents.ts';

export interface LoopOptions extends JobDeps {
  /** How many annotations are worked on at once. */
  agents: number;
  /** Absent where no other agent than the usual one can be started. */
  openOther?: OpenOther | undefined;
}

/** An agent that fails this often in a row will fail the next time as well. */
const mostFailures = 3;

export class WorkLoop {
  /** Rejects when the agents fail again and again, and when a person has to do something first. Resolves after `close`. */
  readonly ended: Promise<unknown>;
  readonly #options: LoopOptions;
  readonly #end = Promise.withResolvers<null>();
  readonly #queue = new SerialQueue();
  readonly #candidates: Candidates;
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Promise<void>>();
  /** For each annotation that an agent failed at: `updatedAt` of then. A change by the person makes it a candidate again. */
  readonly #failedAt = new Map<string, string>();
  readonly #others: OtherAgents;
  /** By name of the agent. */
  readonly #presenceIds = new Map<string, string>();
  readonly #since: string;
  #subscriptions: Subscription[] = [];
  /** Documents whose comments another agent gets. */
  #readElsewhere: ReadonlySet<string> = new Set();
  #failures = 0;
  #isClosed = false;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#candidates = new Candidates(options.store);
    const { store, now, onError, openOther: open = async () => null } = options;
    this.#others = new OtherAgents({ store, open, now, onStarted: () => this.#announce(), onError });
    this.#since = now().toISOString();
    this.ended = this.#end.promise;
    // A caller that does not wait for it is told of the failures by `onError`.
    this.ended.catch(() => undefined);
  }

  async start(): Promise<void> {
    const { store, onError } = this.#options;
    this.#subscriptions = [
      store.subscribe(await store.head(), { event: (event) => this.#hear(event), error: onError }),
      ...(await this.#followReaders()),
    ];
    await this.#candidates.load();
    await this.#announce();
    await this.#giveWork();
  }

  /** Stops what agents are working on. The agents themselves are ended by their workplace. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.close();
    for (const job of this.#jobs.values()) job.stop();
    await Promise.all(this.#running);
    await this.#queue.run(() => undefined);
    await this.#others.close();
    for (const id of this.#presenceIds.values()) await this.#options.store.agents.leave(id);
    this.#end.resolve(null);
  }

  /** Resolves when the agents that read documents now are known: what is theirs must not be begun here. */
  async #followReaders(): Promise<Subscription[]> {
    const { store, onError } = this.#options;
    const [, ...documents] = partsOf(store);
    const following = documents.map(async ({ agents }) => {
      this.#noteReaders(await agents.list());
      return agents.subscribe({
        agents: (present) => {
          this.#noteReaders(present);
          this.#giveWork().catch(onError);
        },
        error: onError,
      });
    });
    return Promise.all(following);
  }

  #noteReaders(agents: readonly AgentPresence[]): void {
    this.#readElsewhere = new Set(agents.flatMap(({ documents = [] }) => documents));
  }

  async #hear(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') await this.#lookAgain();
    else
      for (const { type, annotation } of event.changes) {
        const now = type === 'removed' ? null : annotation;
        this.#candidates.hear(annotation.id, now);
        this.#tell(annotation.id, now);
      }
    await this.#giveWork();
  }

  async #lookAgain(): Promise<void> {
    await this.#candidates.load();
    for (const id of this.#jobs.keys()) this.#tell(id, await this.#options.store.get(id));
  }

  #tell(id: string, annotation: Annotation | null): void {
    this.#others.hear(id, annotation, this.#options.agentName);
    this.#jobs.get(id)?.seen(annotation);
  }

  /** One call at a time, or two calls would take the same annotation. */
  #giveWork(): Promise<void> {
    return this.#queue.run(async () => {
      while (!this.#isClosed && this.#jobs.size < this.#options.agents) {
        const annotation = await this.#candidates.next((candidate) => this.#agentFor(candidate) !== null);
        const agent = annotation === null ? null : this.#agentFor(annotation);
        if (annotation === null || agent === null) break;
        this.#begin(annotation, agent);
        // The prompt is sent first: a person waits for it, and an announcement is written to the disk.
        await setImmediate();
        await this.#announce();
      }
      await this.#askForOthers();
    });
  }

  async #askForOthers(): Promise<void> {
    if (this.#options.openOther === undefined || this.#isClosed) return;
    const { agentName } = this.#options;
    const isWanted = (annotation: Annotation) => this.#others.isWanted(annotation, agentName);
    for (;;) {
      const annotation = await this.#candidates.next(isWanted);
      if (annotation === null) return;
      this.#others.ask(annotation);
    }
  }

  /** The agent that may begin with it now. */
  #agentFor(annotation: Annotation): LoopAgent | null {
    const { id, updatedAt } = annotation;
    if (this.#jobs.has(id) || this.#failedAt.get(id) === updatedAt) return null;
    if (annotation.kind === 'markdown' && this.#readElsewhere.has(annotation.path)) return null;
    return isForUsual(annotation, this.#options.agentName)
      ? this.#options
      : this.#others.agentFor(annotation);
  }

  #begin(annotation: Annotation, { agentName, workplace }: LoopAgent): void {
    const { log } = this.#options;
    const job = new Job(annotation, { ...this.#options, agentName, workplace });
    this.#jobs.set(job.id, job);
    log(`${agentName} works on: ${annotation.annotationText}`);
    const running = this.#runToEnd(job).catch((error: unknown) => this.#options.onError(error));
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async #runToEnd(job: Job): Promise<void> {
    const { store, log, onError } = this.#options;
    try {
      const outcome = await job.run();
      const annotation = await store.get(job.id);
      log(describeOutcome(outcome, annotation));
      if (job.obstacle === null) this.#count(outcome === 'failed', annotation);
      else this.#endWith(job.obstacle);
    } catch (error) {
      // The store could not be used; the next annotation may still be worked on.
      onError(error);
      this.#count(true, null);
    } finally {
      this.#jobs.delete(job.id);
    }
    if (this.#isClosed) return;
    await this.#announce();
    await this.#giveWork();
  }

  #count(hasFailed: boolean, annotation: Annotation | null): void {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (!hasFailed) return;
    if (annotation !== null) this.#failedAt.set(annotation.id, annotation.updatedAt);
    if (this.#failures >= mostFailures) this.#endWith(tooManyFailuresError(this.#options.agentName));
  }

  #endWith(error: AnnotateError): void {
    this.#isClosed = true;
    this.#end.reject(error);
  }

  /** The page shows that an agent listens, as long as one is free. */
  async #announce(): Promise<void> {
    const { store, agents, agentName: usual } = this.#options;
    for (const agentName of [usual, ...this.#others.all.map((other) => other.agentName)]) {
      const agentId = this.#presenceIds.get(agentName) ?? crypto.randomUUID();
      this.#presenceIds.set(agentName, agentId);
      const waiting = this.#jobs.size < agents;
      await store.agents.announce({ agentId, agentName, waiting, since: this.#since });
    }
  }
}

function isForUsual(annotation: Annotation, agentName: string): boolean {
  if (!isForAgent(annotation, agentName)) return false;
  // One that is mentioned where another agent is to do it may answer, but cannot take it.
  return annotation.assignee?.type === 'person' || isLeftToAgent(annotation, agentName);
}

function describeOutcome(outcome: string, annotation: Annotation | null): string {
  if (outcome !== 'finished') return `The work has ${outcome === 'failed' ? 'failed' : 'been stopped'}.`;
  const last = annotation?.replies.findLast(({ author }) => author === 'agent')?.message;
  return last === undefined ? 'The agent has finished.' : `The agent says: ${last}`;
}

function tooManyFailuresError(agentName: string): AnnotateError {
  return new AnnotateError('work/too-many-failures', `${agentName} failed ${mostFailures} times in a row.`, {
    hint: 'The threads in the page say what happened. Start annotate-mcp work again when that is fixed.',
  });
}
