import { pointerLeaves, takeSteadyPicture } from './record-before.ts';
import type { ProofTask } from './proof-recorder.ts';
import { hasMutated, whenSettled, whenVisible } from './settled.ts';
import { markUnsteady, takeRecord, type TakenRecord } from './take-record.ts';

/**
 * Looks at the page until the change has arrived in it. It may have arrived before the annotation was resolved, arrive
 * soon, or come with the next load of the page.
 */
export async function watchAfter(task: ProofTask): Promise<void> {
  const { annotation, reporter, timing, signal } = task;
  const waiting = { document, signal };
  const start = performance.now();
  const leftUntil = (ms: number) => start + ms - performance.now();
  let isTold = false;
  while (!signal.aborted && leftUntil(timing.watch) > 0) {
    await whenVisible(waiting);
    const taken = await takeSteadyRecord(task);
    if (signal.aborted || taken === null) return;
    const { takenAt, record, element } = taken;
    // What was called missing once is told again only when it has arrived.
    const isFinal = !isTold && leftUntil(timing.final) <= 0;
    const report = { side: 'after', takenAt } as const;
    const stored = await reporter.sendRecord(annotation.id, { ...report, record, isFinal });
    if (stored === null) return;
    if (stored.isRecorded) {
      isTold = true;
      const picture =
        element === null ? null : await task.queue.run(() => takeSteadyPicture(element, signal));
      if (picture !== null) await reporter.sendPicture(annotation.id, report, picture);
      if (stored.verdict === 'changed') return;
    }
    const next = isTold ? timing.watch : timing.final;
    if (leftUntil(next) > 0) await hasMutated(waiting, leftUntil(next));
  }
}

/** Two looks, of which the second is taken: what changed between them changes by itself. */
async function takeSteadyRecord(task: ProofTask): Promise<TakenRecord | null> {
  const { annotation, tracker, timing, signal, queue } = task;
  const waiting = { document, signal };
  let taken: TakenRecord | null = null;
  for (let attempt = 0; attempt < 3 && !signal.aborted; attempt++) {
    await whenSettled(waiting, timing.quiet, timing.mostQuiet);
    await pointerLeaves(task);
    const before = await queue.run(() => takeRecord(annotation, tracker, task));
    await new Promise((resolve) => setTimeout(resolve, timing.steady));
    taken = await queue.run(() => takeRecord(annotation, tracker, task));
    if (markUnsteady(before.record.layout, taken.record.layout)) return taken;
  }
  return taken;
}
