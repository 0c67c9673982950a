/** The work of one agent on one annotation, from the prompt to the end of its turn. */
import { randomUUID } from 'node:crypto';

import type { ContentBlock } from '@agentclientprotocol/sdk';

import type { ConsentPage } from '@annotate-mcp/consent';
import {
  type AgentRun,
  type AnnotateError,
  type Annotation,
  describeError,
  filesChangedBy,
  intentOf,
  isOpen,
  lastAgentOf,
  recordRun,
  type Reply,
  type Work,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { describeRulesIn } from '@annotate-mcp/store/files';
import { PatchFiles, readAttempts } from '@annotate-mcp/store/git';

import type { Turn } from '../agent/agent-session.ts';
import { isUnusableAgent } from '../agent/start-errors.ts';
import { costSince } from '../agent/usage.ts';
import { askElicitation } from '../elicitation.ts';
import { askPermission } from '../permission.ts';
import { WorkRecord } from '../progress/work-record.ts';
import { WorkWriter } from '../progress/work-writer.ts';
import { readPictures } from '../prompt/picture.ts';
import { promptFor, replyPromptFor } from '../prompt/prompt.ts';

import { endOfTurn, freed, isTakenAway } from './end-of-turn.ts';
import { keepDiffs } from './keep-diffs.ts';
import type { ReadyAgent, Workplace } from './workplace.ts';

export interface JobDeps {
  store: Store;
  root: string;
  workplace: Workplace;
  agentName: string;
  ask: ConsentPage['ask'];
  now: () => Date;
  log: (line: string) => void;
  onError: (error: unknown) => void;
}

export type JobOutcome = AgentRun['outcome'];

/** How long an agent may take to end its turn after it was told to. */
const cancelMs = 10_000;

export class Job {
  readonly id: string;
  /** Why no annotation can be worked on, when that is so. */
  obstacle: AnnotateError | null = null;
  readonly #deps: JobDeps;
  readonly #stopping = new AbortController();
  readonly #writer: WorkWriter;
  readonly #startedAt: string;
  /** Ids of the replies that the agent was told in a prompt. */
  readonly #told = new Set<string>();
  #annotation: Annotation;
  #agent: ReadyAgent | null = null;
  #record: WorkRecord;
  #tokens: number | undefined;
  #costBefore: AgentRun['cost'];
  #repliesBefore = 0;

  constructor(annotation: Annotation, deps: JobDeps) {
    this.id = annotation.id;
    this.#annotation = annotation;
    this.#deps = deps;
    this.#writer = new WorkWriter(deps.store.works, deps.onError);
    this.#startedAt = deps.now().toISOString();
    const { agentName } = deps;
    this.#record = new WorkRecord(deps.root, {
      id: this.id,
      agentName,
      state: 'starting',
      startedAt: this.#startedAt,
      steps: [],
    });
  }

  /** Called with what the annotation became; `null` when it was removed. */
  seen(annotation: Annotation | null): void {
    if (this.#isTakenAway(annotation, this.#agent?.agentId ?? null)) this.stop();
  }

  #isTakenAway(annotation: Annotation | null, agentId: string | null): boolean {
    return isTakenAway(annotation, { agentId, agentName: this.#deps.agentName });
  }

  stop(): void {
    this.#stopping.abort();
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Throws only when the store cannot be used: everything else that goes wrong is told to the person. */
  async run(): Promise<JobOutcome> {
    this.#write();
    let outcome: JobOutcome;
    try {
      outcome = await this.#work();
    } catch (error) {
      outcome = await this.#fail(error);
    }
    await this.#finish(outcome);
    return outcome;
  }

  async #work(): Promise<JobOutcome> {
    const agent = await this.#deps.workplace.open(this.#annotation);
    this.#agent = agent;
    this.#costBefore = agent.session.cost;
    this.#record = new WorkRecord(agent.folder, { ...this.#record.work, state: 'working' });
    this.#write();
    let turn: Turn | null = null;
    for (let blocks = await this.#firstPrompt(agent); blocks !== null; blocks = await this.#nextPrompt()) {
      turn = await this.#prompt(blocks, agent);
    }
    if (turn === null || this.#isStopped()) return this.#giveBack('stopped');
    await this.#endTurn(turn, agent);
    return 'finished';
  }

  async #firstPrompt(agent: ReadyAgent): Promise<ContentBlock[] | null> {
    const { store, root } = this.#deps;
    // It may have been withdrawn while the agent started.
    const annotation = await store.get(this.id);
    if (annotation === null || this.#isTakenAway(annotation, agent.agentId)) this.stop();
    if (annotation === null || this.#isStopped()) return null;
    this.#annotation = annotation;
    const isKnown = agent.known.has(this.id);
    agent.known.add(this.id);
    agent.onTaken(this.id);
    this.#untold(annotation);
    // What another agent tried meanwhile is not in the session.
    if (isKnown && lastAgentOf(annotation) === this.#deps.agentName)
      return replyPromptFor(annotation, newSince(annotation));
    const { folder, session } = agent;
    const pictures = await readPictures(annotation, root);
    const tried = await readAttempts(annotation, new PatchFiles(root));
    const styleRules = 'styleRules' in annotation ? await describeRulesIn(folder, annotation.styleRules) : [];
    const { capabilities } = session;
    return promptFor(annotation, { folder, capabilities, pictures, tried, styleRules });
  }

  /** What the person wrote or approved during the turn goes into the same session; `null` when there is nothing. */
  async #nextPrompt(): Promise<ContentBlock[] | null> {
    if (this.#isStopped()) return null;
    const annotation = await this.#deps.store.get(this.id);
    if (annotation === null) return null;
    const isApproved = isInstruction(annotation) && !isInstruction(this.#annotation);
    this.#annotation = annotation;
    if (!isOpen(annotation)) return null;
    const replies = this.#untold(annotation);
    return replies.length === 0 && !isApproved ? null : replyPromptFor(annotation, replies);
  }

  #untold({ replies }: Annotation): Reply[] {
    const untold = replies.filter(({ id, author }) => author === 'user' && !this.#told.has(id));
    for (const { id } of untold) this.#told.add(id);
    return untold;
  }

  async #prompt(blocks: ContentBlock[], agent: ReadyAgent): Promise<Turn> {
    const { session } = agent;
    const { signal } = this.#stopping;
    const questions = new AbortController();
    let deadline: NodeJS.Timeout | undefined;
    const cancel = () => {
      deadline = setTimeout(() => void session.close(), cancelMs);
      // First the agent is told, then its questions are withdrawn: it must not take that for an answer.
      void session
        .cancel()
        .catch(this.#deps.onError)
        .finally(() => questions.abort());
    };
    if (this.#isStopped()) return { stopReason: 'cancelled' };
    this.#repliesBefore = this.#annotation.replies.length;
    signal.addEventListener('abort', cancel);
    try {
      const turn = await session.prompt(blocks, {
        update: (update) => {
          this.#record.apply(update);
          this.#record.set(this.#usage());
          this.#write();
        },
        askPermission: (request, ended) =>
          askPermission(request, this.#asking(agent), AbortSignal.any([questions.signal, ended])),
        askElicitation: (request, ended) =>
          askElicitation(request, this.#asking(agent), AbortSignal.any([questions.signal, ended])),
      });
      if (turn.tokens !== undefined) this.#tokens = (this.#tokens ?? 0) + turn.tokens;
      return turn;
    } catch (error) {
      if (this.#isStopped()) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', cancel);
    }
  }

  #asking({ folder }: ReadyAgent) {
    const { ask, agentName } = this.#deps;
    return { ask, agentName, folder, annotationId: this.id };
  }

  /** Nothing where the agent says nothing about it. */
  #usage(): Pick<Work, 'usage'> {
    const { context } = this.#agent?.session ?? {};
    const cost = costSince(this.#costBefore, this.#agent?.session.cost);
    const usage = {
      ...(this.#tokens !== undefined && { tokens: this.#tokens }),
      ...(cost !== undefined && { cost }),
      ...(context !== undefined && { context }),
    };
    return Object.keys(usage).length === 0 ? {} : { usage };
  }

  async #endTurn(turn: Turn, agent: ReadyAgent): Promise<void> {
    const { store, now, agentName } = this.#deps;
    const note = { id: randomUUID(), message: this.#record.work.message ?? '' };
    const actor = { type: 'agent', agentId: agent.agentId, agentName } as const;
    await store.update(this.id, (annotation) =>
      endOfTurn(annotation, { turn, agent: actor, at: now(), note, hadReplies: this.#repliesBefore }),
    );
  }

  async #fail(error: unknown): Promise<JobOutcome> {
    if (this.#isStopped()) return this.#giveBack('stopped');
    // The loop ends with such an error, and its caller is told of it there.
    if (isUnusableAgent(error)) this.obstacle = error;
    else this.#deps.onError(error);
    this.#record.set({ problem: describeError(error) });
    // What is left of the agent must not claim the annotation again after it is freed.
    await this.#agent?.session.close();
    return this.#giveBack('failed');
  }

  async #giveBack(outcome: JobOutcome): Promise<JobOutcome> {
    const agentId = this.#agent?.agentId;
    if (agentId !== undefined) {
      const at = this.#deps.now();
      await this.#deps.store.update(this.id, (annotation) => freed(annotation, agentId, at));
    }
    return outcome;
  }

  async #finish(outcome: JobOutcome): Promise<void> {
    const { store, now, onError } = this.#deps;
    const endedAt = now().toISOString();
    this.#record.set({ state: outcome, endedAt, ...this.#usage() });
    this.#write();
    const annotation = await store.get(this.id);
    await this.#agent?.onTurnEnded(annotation, this.#record, this.#writer).catch((error: unknown) => {
      onError(error);
      this.#record.set({ problem: describeError(error) });
      this.#write();
    });
    const run = { ...this.#describeRun(outcome, endedAt), ...(await this.#keepDiffs(annotation)) };
    await store.update(this.id, (stored) => recordRun(stored, { type: 'system' }, run));
    await this.#writer.flush();
  }

  /** A resolution has its own record, and a worktree its branch. */
  async #keepDiffs(annotation: Annotation | null): Promise<Pick<AgentRun, 'patch' | 'seal'>> {
    const { root, onError } = this.#deps;
    const { branch, steps } = this.#record.work;
    if (annotation === null || annotation.status === 'resolved' || branch !== undefined) return {};
    try {
      return await keepDiffs(root, this.id, steps);
    } catch (error) {
      onError(error);
      return {};
    }
  }

  #describeRun(outcome: JobOutcome, endedAt: string): AgentRun {
    const { agentName } = this.#deps;
    const { cost } = this.#usage().usage ?? {};
    return {
      agentName,
      startedAt: this.#startedAt,
      endedAt,
      outcome,
      files: this.#record.work.branch?.files ?? filesChangedBy(this.#record.work.steps),
      ...(this.#tokens !== undefined && { tokens: this.#tokens }),
      ...(cost !== undefined && { cost }),
    };
  }

  #write(): void {
    this.#writer.write(this.#record.work);
  }
}

/** Not before the person has approved it, where that is what the agent waits for. */
function isInstruction(annotation: Annotation): boolean {
  return annotation.kind !== 'markdown' || intentOf(annotation) === 'edit';
}

/** What the person has written since an agent wrote last. A reply in a pull request may have been written before that, and came later. */
function newSince({ replies, runs = [] }: Annotation): Reply[] {
  const last = replies.findLastIndex(({ author }) => author === 'agent');
  const since = runs.at(-1)?.startedAt ?? '';
  return replies.filter((each, index) => {
    const isLate = each.author === 'user' && each.via !== undefined && each.createdAt >= since;
    return index > last || isLate;
  });
}
