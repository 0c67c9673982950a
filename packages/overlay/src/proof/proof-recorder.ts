/** Keeps what the page showed when a comment was sent and after it was resolved, in the background. */
import { type Annotation, SerialQueue } from '@annotate-mcp/core';

import { everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import { type PreparedRecords, type ProofDeps, type ProofTiming, proofTiming } from './proof-task.ts';
import { prepareBefore, recordBeforePage } from './record-before.ts';
import { createProofReporter, type ProofStage } from './report-proof.ts';
import { watchAfter } from './watch-after.ts';

interface Running {
  readonly key: string;
  readonly abort: AbortController;
}

export function startProof(deps: ProofDeps, timing: ProofTiming = proofTiming): () => void {
  const { container } = deps;
  const reporter = createProofReporter(deps.hub, deps.fetch);
  const queue = new SerialQueue();
  const running = new Map<string, Running>();
  /** Annotations that were open while this page showed them: an agent that has one now has just begun. */
  const seenPending = new Set<string>();
  /** Annotations that this page has sent. */
  const own = new Set<string>();
  const prepared: PreparedRecords = new WeakMap();
  const preparing = new AbortController();

  const start = (annotation: Annotation, stage: ProofStage, key: string) => {
    const abort = new AbortController();
    running.set(annotation.id, { key, abort });
    const isOwn = own.has(annotation.id);
    const task = { ...deps, annotation, isOwn, reporter, prepared, timing, queue, signal: abort.signal };
    const run = async () => {
      if (await reporter.isAllowed()) await (stage === 'before' ? recordBeforePage(task) : watchAfter(task));
    };
    // What fails here is only a picture that the thread does not show.
    run().catch(() => undefined);
  };
  const prepare = () => {
    const { open } = deps.trials;
    if (open === null || prepared.has(open)) return;
    const run = async () =>
      (await reporter.isAllowed()) ? prepareBefore(open, deps, queue, preparing.signal) : null;
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
    for (const annotation of everyOne(groupAnnotations(state, 'page'))) {
      const { id, status } = annotation;
      if (status === 'pending') seenPending.add(id);
      if (state.unsent.has(id)) own.add(id);
      const stage = wantedStage(annotation, seenPending.has(id));
      const key = `${stage} ${stage === 'after' ? resolvedAt(annotation) : ''}`;
      const now = running.get(id);
      if (now?.key === key) continue;
      now?.abort.abort();
      if (stage === null) running.delete(id);
      else start(annotation, stage, key);
    }
  };
  follow();
  const unsubscribe = container.subscribe(follow);
  return () => {
    unsubscribe();
    preparing.abort();
    for (const { abort } of running.values()) abort.abort();
  };
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

function wantedStage(annotation: Annotation, wasPending: boolean): ProofStage | null {
  const { kind, status, origin } = annotation;
  if (kind === 'page' || kind === 'markdown' || origin === 'repository') return null;
  const { proof } = annotation;
  if (status === 'pending' || (status === 'acknowledged' && wasPending))
    return proof?.before.picture === undefined ? 'before' : null;
  if (status !== 'resolved' || proof === undefined) return null;
  // Until the picture has arrived, the task that takes it goes on.
  const isDone = proof.after?.verdict === 'changed' && proof.after.picture !== undefined;
  return isDone ? null : 'after';
}

function resolvedAt(annotation: Annotation): string {
  return annotation.status === 'resolved' ? (annotation.resolvedAt ?? '') : '';
}
