/** Brings a store and a pull request together, in passes: each reads what is there and does what is missing. */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import type { Conversation } from '../api/conversation.ts';
import { type GitHub, isUncertain } from '../api/github.ts';
import type { ChangedFile, PullRequest } from '../api/pull-request.ts';
import { findIncoming } from '../plan/incoming.ts';
import { findLinked, type Linked } from '../plan/linked.ts';
import { namedFiles, type PullRequestPosition, positionOf } from '../plan/pull-request-position.ts';
import { annotationKey, replyKey, type Write } from '../plan/write.ts';
import { planWrites, type PlannedWrites } from '../plan/writes.ts';

import { type Checkout, compareFiles } from './changed-lines.ts';
import { MovedError, performWrite } from './perform-write.ts';
import { bodiesOf, countReceived, countSent, emptyReport, type SyncReport } from './report.ts';
import type { SyncFile } from './sync-file.ts';

export interface SyncOptions {
  /** Reads both sides and writes nothing. */
  isDryRun: boolean;
  /** `false` writes nothing into the store. */
  receives: boolean;
  /** Also publishes what came with the repository, as in a workflow, where everything did. */
  includesRepository: boolean;
  /** Accounts whose replies the person lets through to agents. */
  trusted: readonly string[];
}

export interface SyncDeps {
  github: GitHub;
  store: Store;
  checkout: Checkout;
  file: SyncFile;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
}

/** Each pass needs the answers of the one before; more than this means that the two sides never agree. */
const mostPasses = 8;
/** GitHub may need a moment before it shows what was just posted. */
const settleMs = 3_000;

export function synchronize(
  pullRequest: PullRequest,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<SyncReport> {
  return new SyncRun(pullRequest, options, deps).run();
}

class SyncRun {
  readonly #options: SyncOptions;
  readonly #deps: SyncDeps;
  readonly #report: SyncReport;
  readonly #unplaceable = new Set<string>();
  /** Changes that were carried out: one that is not visible yet is not repeated. */
  readonly #performed = new Set<string>();
  #lost: { write: Write; isCounted: boolean } | null = null;
  #pullRequest: PullRequest;
  #files: ChangedFile[] | null = null;

  constructor(pullRequest: PullRequest, options: SyncOptions, deps: SyncDeps) {
    this.#pullRequest = pullRequest;
    this.#options = options;
    this.#deps = deps;
    this.#report = emptyReport(pullRequest.url, pullRequest.headCommit, options.isDryRun);
  }

  async run(): Promise<SyncReport> {
    const { file, wait } = this.#deps;
    if (file.wasInterrupted) await wait(settleMs);
    for (let pass = 1; pass <= mostPasses; pass++) {
      const plan = await this.#plan();
      const writes = plan.writes.filter((write) => !this.#performed.has(keyOf(write)));
      this.#countLost(writes);
      if (this.#options.isDryRun) return this.#describe(writes);
      if (writes.length === 0) break;
      await this.#performAll(writes, pass === mostPasses);
    }
    return this.#report;
  }

  /** Takes over what was done there, then plans what has to be done there. */
  async #plan(): Promise<PlannedWrites> {
    const { github, file } = this.#deps;
    const conversation = await github.conversation(this.#pullRequest);
    const linked = findLinked(conversation);
    if (!this.#options.isDryRun) file.recordPosted(keysIn(linked));
    await this.#receive(conversation, linked);
    const annotations = await this.#annotations();
    const positions = await this.#positions(annotations, linked);
    const plan = planWrites({ linked, annotations, positions, posted: file.posted });
    this.#report.unplaced = plan.unplaced.map(({ id }) => id);
    this.#report.edited = plan.edited.map(({ id }) => id);
    return plan;
  }

  async #receive(conversation: Conversation, linked: Linked): Promise<void> {
    const { store, now } = this.#deps;
    const { isDryRun, receives } = this.#options;
    if (!receives) return;
    const trusted = new Set(this.#options.trusted.map((login) => login.toLowerCase()));
    const annotations = new Map((await this.#annotations()).map((each) => [each.id, each]));
    for (const incoming of findIncoming({ conversation, linked, annotations, trusted })) {
      if (isDryRun) {
        countReceived(this.#report, incoming);
        continue;
      }
      const at = now();
      const updated = await store.update(incoming.id, (annotation) => incoming.move(annotation, at));
      if (updated !== null && updated.after !== updated.before) countReceived(this.#report, incoming);
    }
  }

  async #annotations(): Promise<Annotation[]> {
    const { includesRepository } = this.#options;
    const query = includesRepository ? {} : ({ origin: 'own' } as const);
    const all: Annotation[] = [];
    for await (const annotation of everyAnnotation(this.#deps.store, query, { limit: 1_000 }))
      all.push(annotation);
    return all;
  }

  /** Only of those that are not there yet. */
  async #positions(
    annotations: readonly Annotation[],
    { threads, entries }: Linked,
  ): Promise<Map<string, PullRequestPosition>> {
    const { github, checkout } = this.#deps;
    const fresh = annotations.filter(({ id }) => !threads.has(id) && !entries.has(id));
    const named = namedFiles(fresh, checkout.prefix);
    if (named.size === 0) return new Map();
    this.#files ??= await github.changedFiles(this.#pullRequest);
    const lines = await compareFiles(checkout, this.#pullRequest.headCommit, this.#files, named);
    return new Map(
      fresh.map((annotation) => [
        annotation.id,
        this.#unplaceable.has(annotationKey(annotation.id))
          ? 'list'
          : positionOf(annotation, checkout.prefix, lines),
      ]),
    );
  }

  async #performAll(writes: readonly Write[], isLastPass: boolean): Promise<void> {
    const { github, file, wait } = this.#deps;
    for (const [done, write] of writes.entries()) {
      try {
        await performWrite(write, {
          github,
          file,
          pullRequest: this.#pullRequest,
          onUnplaceable: (key) => {
            this.#unplaceable.add(key);
            this.#report.sent.comments -= 1;
          },
        });
      } catch (error) {
        if (error instanceof MovedError) {
          [this.#pullRequest, this.#files] = [error.pullRequest, null];
          this.#report.headCommit = error.pullRequest.headCommit;
          return;
        }
        // The second time the connection is taken for gone.
        if (!isUncertain(error) || isLastPass || this.#lost !== null)
          throw this.#withRest(error, writes.length - done);
        this.#lost = { write, isCounted: false };
        await wait(settleMs);
        return;
      }
      this.#performed.add(keyOf(write));
      countSent(this.#report, write);
    }
  }

  /** The change whose answer was lost was carried out if it is not missing any more. */
  #countLost(missing: readonly Write[]): void {
    if (this.#lost === null || this.#lost.isCounted) return;
    const { write } = this.#lost;
    this.#lost.isCounted = true;
    if (!missing.some((each) => keyOf(each) === keyOf(write))) countSent(this.#report, write);
  }

  #describe(writes: readonly Write[]): SyncReport {
    for (const write of writes) countSent(this.#report, write);
    return { ...this.#report, bodies: writes.flatMap(bodiesOf) };
  }

  #withRest(error: unknown, left: number): unknown {
    if (!(error instanceof AnnotateError)) return error;
    const { comments, listed, replies } = this.#report.sent;
    const sent = `Sent before: ${count(comments + listed, 'annotation', 'annotations')}, ${count(replies, 'reply', 'replies')}. Still to send: ${count(left, 'request', 'requests')}.`;
    return new AnnotateError(error.code, `${error.message} ${sent}`, { hint: error.hint, cause: error });
  }
}

function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}

function keysIn({ threads, entries, replies }: Linked): string[] {
  return [...[...threads.keys(), ...entries.keys()].map(annotationKey), ...[...replies].map(replyKey)];
}

/** The same for the same change in another pass. */
function keyOf(write: Write): string {
  switch (write.type) {
    case 'review':
      return `review ${write.comments.map(({ key }) => key).join(' ')}`;
    case 'list':
      return `list ${write.comment ?? 'new'} ${write.body}`;
    case 'reply':
      return write.key;
    case 'edit':
      return `edit ${write.comment} ${write.body}`;
    case 'state':
      return write.said.key;
  }
}
