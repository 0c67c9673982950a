import type { ProofTask } from './proof-task.ts';
import type { RecordedProof } from './report-proof.ts';
import { takePicture } from './steady-picture.ts';
import { markUnsteady, takeRecord, type TakenRecord } from './take-record.ts';
import { PageChanges, pointerLeaves, whenVisible } from './waiting.ts';

/**
 * Looks at the page until the change has arrived in it. It may have arrived before the annotation was resolved, arrive
 * soon, or come with the next load of the page.
 */
export async function watchAfter(task: ProofTask): Promise<void> {
  const { annotation, signal } = task;
  // Only its picture is missing, which belongs to that moment.
  if (annotation.kind !== 'markdown' && annotation.proof?.after?.verdict === 'changed') return;
  const changes = new PageChanges({ document, signal });
  try {
    await lookUntilChanged(task, changes);
  } finally {
    changes.close();
  }
}

async function lookUntilChanged(task: ProofTask, changes: PageChanges): Promise<void> {
  const { timing, signal } = task;
  const start = performance.now();
  const leftUntil = (ms: number) => start + ms - performance.now();
  let isTold = false;
  while (!signal.aborted && leftUntil(timing.watch) > 0) {
    await whenVisible({ document, signal });
    // What was called missing once is told again only when it has arrived.
    const isFinal = !isTold && leftUntil(timing.final) <= 0;
    const stored = await lookOnce(task, changes, isFinal);
    if (stored === null || stored.verdict === 'changed') return;
    isTold ||= stored.isRecorded;
    await changes.wait(leftUntil(isTold ? timing.watch : timing.final));
  }
}

/** `null` when it could not be told, or need not be any more. */
async function lookOnce(
  task: ProofTask,
  changes: PageChanges,
  isFinal: boolean,
): Promise<RecordedProof | null> {
  const { annotation, reporter, signal } = task;
  const taken = await takeSteadyRecord(task, changes);
  if (signal.aborted || taken === null) return null;
  const { takenAt, record, element } = taken;
  const report = { side: 'after', takenAt } as const;
  const stored = await reporter.sendRecord(annotation.id, { ...report, record, isFinal });
  if (stored?.isRecorded !== true || element === null) return stored;
  const picture = await takePicture(task, element);
  if (picture !== null) await reporter.sendPicture(annotation.id, report, picture);
  return stored;
}

/** Two looks, of which the second is taken: what changed between them changes by itself. */
async function takeSteadyRecord(task: ProofTask, changes: PageChanges): Promise<TakenRecord | null> {
  const { annotation, tracker, timing, signal, queue } = task;
  let taken: TakenRecord | null = null;
  for (let attempt = 0; attempt < 3 && !signal.aborted; attempt++) {
    await changes.waitUntilQuiet(timing.quiet, timing.mostQuiet);
    await pointerLeaves(task);
    const before = await queue.run(() => takeRecord(annotation, tracker, task));
    await new Promise((resolve) => setTimeout(resolve, timing.steady));
    taken = await queue.run(() => takeRecord(annotation, tracker, task));
    if (markUnsteady(before.record.layout, taken.record.layout)) return taken;
  }
  return taken;
}
