/** Keeps what the page showed when a comment was sent and after it was resolved, in the background. */
import { type Annotation, isApart, isFrozen, isOpen, type Proof, SerialQueue } from '@annotate-mcp/core';

import { createProjectPath } from '../inspectors/project-path.ts';
import { everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import { HotUpdates } from './hot-updates.ts';
import { readFailures } from './page-failures.ts';
import { PageRequests } from './page-requests.ts';
import {
  type PreparedRecords,
  type ProofDeps,
  type ProofTask,
  type ProofTiming,
  proofTiming,
} from './proof-task.ts';
import { prepareBefore, recordBeforePage } from './record-before.ts';
import { heldSince, recordClaimed, recordMeanwhile } from './record-held.ts';
import { repeatUnsent } from './repeat-unsent.ts';
import { createProofReporter } from './report-proof.ts';
import { PageChanges } from './waiting.ts';
import { watchAfter } from './watch-after.ts';
import { hasJudged, watchLate } from './watch-late.ts';

/** `claimed`: an agent has just taken it. `meanwhile`: it has it, and something was changed for another annotation. */
type Stage = 'before' | 'claimed' | 'meanwhile' | 'after';

const recorders: Readonly<Record<Stage, (task: ProofTask) => Promise<void>>> = {
  before: recordBeforePage,
  claimed: recordClaimed,
  meanwhile: recordMeanwhile,
  after: watchAfter,
};

interface Running {
  readonly key: string;
  readonly abort: AbortController;
}

export function startProof(deps: ProofDeps, timing: ProofTiming = proofTiming): () => void {
  const { container, consoleTail } = deps;
  const toProjectPath = createProjectPath(deps.config);
  const reporter = createProofReporter(deps.config.hub, deps.fetch);
  const requests = new PageRequests(deps.config.hub);
  const updates = new HotUpdates();
  const queues = { looks: new SerialQueue(), pictures: new SerialQueue() };
  const running = new Map<string, Running>();
  /** Annotations that were open while this page showed them: an agent that has one now has just begun. */
  const seenPending = new Set<string>();
  /** Annotations of which this page has told what they are about. Not every element can have a picture. */
  const told = new Set<string>();
  /** Annotations that this page has sent. */
  const own = new Set<string>();
  const prepared: PreparedRecords = new WeakMap();
  const known: ProofTask['known'] = new Map();
  const closing = new AbortController();
  let watch: PageChanges | null = null;

  /** Annotations that this page has called broken after their verdict: what was begun for that has ended. */
  const brokeLate = new Set<string>();

  const isBeginning = ({ id }: Annotation) => seenPending.has(id) && !told.has(id);
  const keyOf = (annotation: Annotation) => {
    const stage = wantedStage(annotation, isBeginning(annotation));
    const broke = brokeLate.has(annotation.id) && isBroken(annotation) ? ' broke late' : '';
    return `${stage} ${heldSince(annotation)}${broke}`;
  };
  const shared = {
    ...deps,
    reporter,
    prepared,
    known,
    readFailures: (resolvedAt: Date | null, since?: Date) =>
      readFailures({ document, consoleTail, toProjectPath, resolvedAt, since }),
    lastChangeAt: () => watch?.lastAt ?? 0,
    timing,
    requests,
    updates,
    ...queues,
  };
  const taskOf = (annotation: Annotation, signal: AbortSignal): ProofTask => ({
    ...shared,
    annotation,
    isOwn: own.has(annotation.id),
    onSettled: () => startMeanwhile(annotation.id),
    signal,
  });
  const start = (annotation: Annotation, stage: Stage, key: string) => {
    const abort = new AbortController();
    running.set(annotation.id, { key, abort });
    const task = taskOf(annotation, abort.signal);
    const run = async () => {
      if ((await repeatUnsent(reporter.isAllowed, task)) === true) await recorders[stage](task);
    };
    // What fails here is only a picture that the thread does not show.
    const done = run().catch(() => undefined);
    if (stage === 'before') void done.then(() => endBefore(annotation.id, abort.signal));
  };
  const endBefore = (id: string, { aborted }: AbortSignal) => {
    if (aborted) return;
    told.add(id);
    followed = null;
    follow();
  };
  /** What was changed for one annotation is where the changes for the others that agents have begin. */
  const startMeanwhile = (settled: string) => {
    for (const annotation of everyOne(groupAnnotations(container.get(), 'page'))) {
      const { id, status } = annotation;
      const isHeld = status === 'acknowledged' || isApart(annotation);
      if (!isHeld || id === settled || !isProvable(annotation) || annotation.proof === undefined) continue;
      running.get(id)?.abort.abort();
      // With the key of what is wanted otherwise, so that it goes on while that stays the same.
      start(annotation, 'meanwhile', keyOf(annotation));
    }
  };
  const startWatch = () => {
    if (watch !== null) return;
    watch = new PageChanges({ document, signal: closing.signal });
    const onBroken = (id: string) => {
      brokeLate.add(id);
      followed = null;
      follow();
    };
    void watchLate({ ...shared, changes: watch, toProjectPath, taskOf, onBroken, signal: closing.signal });
  };
  const prepare = () => {
    const { open } = deps.trials;
    if (open === null || prepared.has(open)) return;
    const run = async () =>
      (await reporter.isAllowed()) === true ? prepareBefore(open, deps, queues, closing.signal) : null;
    // It is then taken when the comment is sent.
    prepared.set(
      open,
      run().catch(() => null),
    );
  };
  let followed: OverlayState | null = null;
  const follow = () => {
    prepare();
    const state = container.get();
    if (followed !== null && isSamePage(followed, state)) return;
    followed = state;
    if (state.connection !== 'online') return;
    if (hasJudged(state)) startWatch();
    for (const annotation of everyOne(groupAnnotations(state, 'page'))) {
      const { id, status } = annotation;
      if (isOpen(annotation)) startWatch();
      // What is applied goes from draft to its holder at once.
      if (status === 'pending' || status === 'draft') seenPending.add(id);
      if (status === 'pending' && !hasProof(annotation)) told.delete(id);
      if (state.unsent.has(id)) own.add(id);
      const key = keyOf(annotation);
      const now = running.get(id);
      if (now?.key === key) continue;
      now?.abort.abort();
      const stage = wantedStage(annotation, isBeginning(annotation));
      if (stage === null) running.delete(id);
      else start(annotation, stage, key);
    }
  };
  follow();
  const unsubscribe = container.subscribe(follow);
  return () => {
    unsubscribe();
    closing.abort();
    requests.close();
    updates.close();
    for (const { abort } of running.values()) abort.abort();
  };
}

function isBroken(annotation: Annotation): boolean {
  return annotation.kind !== 'markdown' && annotation.proof?.after?.verdict === 'broken';
}

function hasProof(annotation: Annotation): boolean {
  return annotation.kind !== 'markdown' && annotation.proof !== undefined;
}

/** Most changes of the state are about the pointer, and come with each of its moves. */
function isSamePage(one: OverlayState, other: OverlayState): boolean {
  return (
    one.annotations === other.annotations &&
    one.unsent === other.unsent &&
    one.pageUrl === other.pageUrl &&
    one.connection === other.connection
  );
}

function wantedStage(annotation: Annotation, isBeginning: boolean): Stage | null {
  if (!isProvable(annotation)) return null;
  const { proof, status } = annotation;
  switch (status) {
    case 'pending':
      return proof?.before.picture === undefined ? 'before' : null;
    case 'acknowledged':
      if (proof?.before.picture === undefined && isBeginning) return 'before';
      return isOlder(proof, heldSince(annotation)) ? 'claimed' : null;
    case 'resolved':
      if (isApart(annotation)) return isOlder(proof, heldSince(annotation)) ? 'claimed' : null;
      // Until the picture has arrived, the task that takes it goes on.
      return proof === undefined || (proof.after?.picture !== undefined && isFrozen(proof.after))
        ? null
        : 'after';
    case 'draft':
    case 'dismissed':
      return null;
  }
}

function isProvable(
  annotation: Annotation,
): annotation is Extract<Annotation, { kind: 'component' | 'element' | 'text' }> {
  const { kind, origin } = annotation;
  return kind !== 'page' && kind !== 'markdown' && origin !== 'repository';
}

function isOlder(proof: Proof | undefined, since: string): boolean {
  return proof !== undefined && proof.before.takenAt < since;
}
