/** Keeps what the page showed when a comment was sent and after it was resolved, in the background. */
import { type Annotation, SerialQueue } from '@annotate-mcp/core';

import type { LookDeps } from '../looks/take-look.ts';
import type { OverlayStateContainer } from '../state/container.ts';
import { everyOne, groupAnnotations } from '../state/select.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';

import { recordBeforePage } from './record-before.ts';
import { createProofReporter, type ProofReporter, type ProofStage } from './report-proof.ts';
import { watchAfter } from './watch-after.ts';

export interface ProofDeps extends LookDeps {
  readonly container: OverlayStateContainer;
  readonly tracker: Pick<Tracker, 'elementOf'>;
  readonly hub: string;
  readonly fetch: typeof fetch;
}

/** In milliseconds. */
export interface ProofTiming {
  /** A page without changes for so long has come to rest. */
  readonly quiet: number;
  /** A page that never rests is looked at after this. */
  readonly mostQuiet: number;
  /** Between two looks that tell what changes by itself. */
  readonly steady: number;
  /** A change that has not arrived by then is called missing; until then the page is looked at again when it changes. */
  readonly final: number;
  /** A change that arrives later than that is found when the page is loaded again. */
  readonly watch: number;
  /** How long a look waits for the pointer to leave the target. */
  readonly pointer: number;
}

export const proofTiming: ProofTiming = {
  quiet: 600,
  mostQuiet: 4_000,
  steady: 800,
  final: 8_000,
  watch: 60_000,
  pointer: 2_000,
};

/** What both sides need. */
export interface ProofTask extends ProofDeps {
  readonly annotation: Annotation;
  readonly reporter: ProofReporter;
  readonly timing: ProofTiming;
  /** Aborts when the annotation has become something else, or the overlay is closed. */
  readonly signal: AbortSignal;
  /** Looks and pictures of several annotations are taken one after the other. */
  readonly queue: SerialQueue;
}

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

  const start = (annotation: Annotation, stage: ProofStage, key: string) => {
    const abort = new AbortController();
    running.set(annotation.id, { key, abort });
    const task = { ...deps, annotation, reporter, timing, queue, signal: abort.signal };
    const run = stage === 'before' ? recordBeforePage(task) : watchAfter(task);
    // What fails here is only a picture that the thread does not show.
    run.catch(() => undefined);
  };
  const follow = () => {
    const state = container.get();
    if (state.connection !== 'online' || reporter.isRefused()) return;
    for (const annotation of everyOne(groupAnnotations(state, 'page'))) {
      const { id, status } = annotation;
      if (status === 'pending') seenPending.add(id);
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
    for (const { abort } of running.values()) abort.abort();
  };
}

function wantedStage(annotation: Annotation, wasPending: boolean): ProofStage | null {
  const { kind, status, origin } = annotation;
  if (kind === 'page' || kind === 'markdown' || origin === 'repository') return null;
  const { proof } = annotation;
  if (status === 'pending' || (status === 'acknowledged' && wasPending))
    return proof?.before.picture === undefined ? 'before' : null;
  if (status !== 'resolved' || proof === undefined) return null;
  const isDone = proof.after?.verdict === 'changed' && proof.after.picture !== undefined;
  return isDone ? null : 'after';
}

function resolvedAt(annotation: Annotation): string {
  return annotation.status === 'resolved' ? (annotation.resolvedAt ?? '') : '';
}
