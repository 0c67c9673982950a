/** Looks again at what an annotation is about that an agent has: its proof begins when the agent took it. */
import { type Annotation, compareRecords, type LookedAt } from '@annotate-mcp/core';

import { withFailures } from './page-failures.ts';
import type { ProofTask } from './proof-task.ts';
import { repeatUnsent } from './repeat-unsent.ts';
import { takePicture } from './steady-picture.ts';
import { takeRecord, type TakenRecord } from './take-record.ts';
import { isUnderPointer, PageChanges, pointerLeaves, whenVisible } from './waiting.ts';

/** A page that has changed since may show what the agent has begun to change: then what it showed before stays. */
export async function recordClaimed(task: ProofTask): Promise<void> {
  const { annotation, lastChangeAt, signal } = task;
  const claimedAt = Date.parse(heldSince(annotation));
  // A page that was loaded since shows what the agent has changed until then.
  if (annotation.status === 'acknowledged' && performance.timeOrigin >= claimedAt) return;
  await whenVisible({ document, signal });
  if (signal.aborted || lastChangeAt() >= claimedAt || isUnderPointer(task)) return;
  const taken = await task.looks.run(() => takeRecord(annotation, task.tracker, task));
  if (lastChangeAt() < claimedAt) await tell(task, taken, 'claimed');
}

/** When an agent took it or, where it was resolved, when that was: in a worktree, which is not applied yet. */
export function heldSince(annotation: Annotation): string {
  if (annotation.status === 'acknowledged') return annotation.claim.at;
  return annotation.status === 'resolved' ? (annotation.resolvedAt ?? '') : '';
}

/** What the page shows of other edits is not counted as a change of this one. */
export async function recordMeanwhile(task: ProofTask): Promise<void> {
  const { annotation, tracker, timing, signal, looks } = task;
  const changes = new PageChanges({ document, signal });
  try {
    await changes.waitUntilQuiet(timing.quiet, timing.mostQuiet);
    await pointerLeaves(task);
    await tell(task, await looks.run(() => takeRecord(annotation, tracker, task)), 'meanwhile');
  } finally {
    changes.close();
  }
}

async function tell(task: ProofTask, taken: TakenRecord, lookedAt: LookedAt): Promise<void> {
  const { takenAt, record, element } = await withFailures(taken, task);
  const { annotation, reporter, known, signal } = task;
  const before = known.get(annotation.id);
  if (signal.aborted || element === null) return;
  if (before !== undefined) {
    const { verdict, outside } = compareRecords(before, record);
    if (verdict === 'unchanged' && outside.count === 0 && outside.pushed === 0) return;
  }
  const report = { side: 'before', takenAt } as const;
  const full = { ...report, record, lookedAt, isFinal: true };
  const stored = await repeatUnsent(() => reporter.sendRecord(annotation.id, full), task);
  if (stored?.isRecorded !== true) return;
  known.set(annotation.id, record);
  if (lookedAt !== 'claimed') return;
  const picture = await takePicture(task, element);
  if (picture !== null) await repeatUnsent(() => reporter.sendPicture(annotation.id, report, picture), task);
}
