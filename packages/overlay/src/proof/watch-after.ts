import { isFrozen, type ProofAfter } from '@annotate-mcp/core';

import { withFailures } from './page-failures.ts';
import type { ProofTask } from './proof-task.ts';
import { mostRepeats, repeatUnsent, whenBack } from './repeat-unsent.ts';
import type { RecordedProof } from './report-proof.ts';
import { takePicture } from './steady-picture.ts';
import { markUnsteady, takeRecord, type TakenRecord } from './take-record.ts';
import { PageChanges, pointerLeaves, whenVisible } from './waiting.ts';

/**
 * Looks at the page until the change has arrived in it, which may have been before the annotation was resolved, or until
 * it is called missing.
 */
export async function watchAfter(task: ProofTask): Promise<void> {
  const { annotation, signal } = task;
  // Only its picture is missing, which belongs to that moment.
  const known = annotation.kind === 'markdown' ? undefined : annotation.proof?.after;
  if (known !== undefined && isFrozen(known)) return;
  const changes = new PageChanges({ document, signal });
  try {
    await lookUntilChanged(task, changes);
  } finally {
    changes.close();
  }
}

async function lookUntilChanged(task: ProofTask, changes: PageChanges): Promise<void> {
  const { timing, signal } = task;
  let final = performance.now() + timing.final;
  let worksSince: Date | undefined;
  /** It is told only once, even while other changes of the page leave it broken. */
  let isKnownBroken = knownBroken(task) !== null;
  let repeats = 0;
  while (!signal.aborted) {
    await whenVisible({ document, signal });
    const left = final - performance.now();
    const stored = await lookOnce(task, changes, left <= 0, worksSince);
    if (stored === 'needless') return;
    if (stored === null) {
      // What the page shows by then counts.
      if (repeats++ === mostRepeats || !(await whenBack(task))) return;
      final = performance.now() + timing.final;
      continue;
    }
    const isBroken = stored.verdict === 'broken';
    isKnownBroken ||= isBroken && (stored.isRecorded || left <= 0);
    if (isBroken && isKnownBroken) {
      // What was changed shows when the page works again.
      await changes.waitForever();
      worksSince = new Date(changes.lastAt);
      final = performance.now() + timing.final;
    } else {
      if (stored.isRecorded || stored.verdict === 'changed' || left <= 0) return;
      await changes.wait(left);
    }
  }
}

function knownBroken({ annotation }: ProofTask): ProofAfter | null {
  const after = annotation.kind === 'markdown' ? undefined : annotation.proof?.after;
  return after?.verdict === 'broken' ? after : null;
}

/** When the page got code after it was called broken, which may have repaired it. */
function repairedAt(task: ProofTask): Date | undefined {
  const broken = knownBroken(task);
  const codeAt = new Date(task.updates.lastAt());
  return broken !== null && codeAt > new Date(broken.takenAt) ? codeAt : undefined;
}

/** `null` when the hub could not be told. */
async function lookOnce(
  task: ProofTask,
  changes: PageChanges,
  isFinal: boolean,
  worksSince: Date | undefined,
): Promise<RecordedProof | 'needless' | null> {
  const { annotation, reporter, signal } = task;
  const steady = await takeSteadyRecord(task, changes);
  if (signal.aborted || steady === null || annotation.status !== 'resolved') return 'needless';
  const { takenAt, record, element } = await withFailures(
    steady.taken,
    task,
    lateFrom(task),
    // The code may have come while the page was looked at.
    worksSince ?? repairedAt(task),
  );
  const report = { side: 'after', takenAt } as const;
  const { changedAt } = steady;
  const stored = await reporter.sendRecord(annotation.id, { ...report, record, isFinal, changedAt });
  if (stored === null || !stored.isRecorded || stored.verdict === 'broken') return stored;
  task.onSettled();
  if (element === null) return stored;
  const picture = await takePicture(task, element);
  if (picture !== null) await repeatUnsent(() => reporter.sendPicture(annotation.id, report, picture), task);
  return stored;
}

/**
 * From when on an error is one of the change: nothing has repaired it since. That is when it was resolved, or before that,
 * when the page got the last code after the look before the change.
 */
function lateFrom({ annotation, updates }: Pick<ProofTask, 'annotation' | 'updates'>): Date | null {
  if (annotation.status !== 'resolved') return null;
  const doneAt = annotation.edited?.appliedAt ?? annotation.resolvedAt;
  if (doneAt === undefined) return null;
  const before = annotation.kind === 'markdown' ? undefined : annotation.proof?.before;
  const codeAt = new Date(updates.lastAt());
  const isOfEdit = before !== undefined && codeAt > new Date(before.takenAt);
  return isOfEdit && codeAt < new Date(doneAt) ? codeAt : new Date(doneAt);
}

interface SteadyRecord {
  readonly taken: TakenRecord;
  /** When the page was loaded, or has changed last before that. */
  readonly changedAt: string;
}

/** Two looks, of which the second is taken: what changed between them changes by itself. */
export async function takeSteadyRecord(task: ProofTask, changes: PageChanges): Promise<SteadyRecord | null> {
  const { annotation, tracker, timing, signal, looks, lastChangeAt } = task;
  let steady: SteadyRecord | null = null;
  for (let attempt = 0; attempt < 3 && !signal.aborted; attempt++) {
    await changes.waitUntilQuiet(timing.quiet, timing.mostQuiet);
    await pointerLeaves(task);
    const before = await looks.run(() => takeRecord(annotation, tracker, task));
    await new Promise((resolve) => setTimeout(resolve, timing.steady));
    const lastAt = Math.max(lastChangeAt(), changes.lastAt, performance.timeOrigin);
    const taken = await looks.run(() => takeRecord(annotation, tracker, task));
    steady = { taken, changedAt: new Date(lastAt).toISOString() };
    if (markUnsteady(before.record.layout, taken.record.layout)) return steady;
  }
  return steady;
}
