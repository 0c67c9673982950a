import { whenIdle } from '../loading/when-idle.ts';
import { type ShownTrial, withoutTrials } from '../trials/trials.ts';

import { withFailures } from './page-failures.ts';
import type { PreparedBefore, ProofTask } from './proof-task.ts';
import { repeatUnsent } from './repeat-unsent.ts';
import { takePicture, takeSteadyPicture } from './steady-picture.ts';
import { findTargets, type RecordDeps, recordTargets, type TakenRecord, takeRecord } from './take-record.ts';
import { isUnderPointer, PageChanges, pointerLeaves, whenVisible } from './waiting.ts';

/** Keeps what the comment is about. Another page may have told it already; then the hub leaves it as it is. */
export async function recordBeforePage(task: ProofTask): Promise<void> {
  const { annotation, tracker, reporter, timing, signal } = task;
  const waiting = { document, signal };
  await whenVisible(waiting);
  if (await isToldByItsPage(task)) return;
  // A page that was just loaded may not show the target yet.
  if (findTargets(annotation, tracker).length === 0) {
    const changes = new PageChanges(waiting);
    await changes.waitUntilQuiet(timing.quiet, timing.mostQuiet);
    changes.close();
  }
  // The composer closes first.
  await new Promise<void>((resolve) => void whenIdle(resolve));
  const prepared = await preparedFor(task);
  const { takenAt, record, element } = await withFailures(prepared ?? (await takeUnpointed(task)), task);
  if (signal.aborted || element === null) return;
  if (!(await isSent(task))) return;
  const report = { side: 'before', takenAt } as const;
  // It is not looked at again: by then it may show what was changed.
  const full = { ...report, record, isFinal: true };
  const stored = await repeatUnsent(() => reporter.sendRecord(annotation.id, full), task);
  if (stored?.isRecorded !== true) return;
  task.known.set(annotation.id, record);
  const picture = await takePicture(task, element, prepared?.picture);
  if (picture !== null) await repeatUnsent(() => reporter.sendPicture(annotation.id, report, picture), task);
}

/** With the pointer elsewhere, if it leaves the target before an agent has begun. */
async function takeUnpointed(task: ProofTask): Promise<TakenRecord> {
  const { annotation, tracker, container, looks } = task;
  const take = () => looks.run(() => takeRecord(annotation, tracker, task));
  const isWaiting = () => container.get().annotations.get(annotation.id)?.status === 'pending';
  const first = await take();
  if (!isUnderPointer(task) || !isWaiting()) return first;
  await pointerLeaves(task);
  return isWaiting() ? take() : first;
}

/** `null` when nothing was tried by hand in this page. */
async function preparedFor({ annotation, trials, prepared }: ProofTask): Promise<PreparedBefore | null> {
  const trial = trials.sent.get(annotation.id);
  return (trial && (await prepared.get(trial))) ?? null;
}

/**
 * A look at a large page takes half a second of its main thread, so it is first the turn of the page where the comment
 * was written. It may be closed already, and once an agent has the comment there is no time left to wait.
 */
function isToldByItsPage({
  annotation: { id },
  isOwn,
  container,
  timing,
  signal,
}: ProofTask): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const known = container.get().annotations.get(id);
      const isTold = known !== undefined && known.kind !== 'markdown' && known.proof !== undefined;
      if (isTold || isOwn || known?.status !== 'pending' || signal.aborted) end(isTold);
    };
    const end = (isTold: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isTold);
    };
    const timer = setTimeout(() => end(false), timing.turn);
    const unsubscribe = container.subscribe(check);
    check();
  });
}

/** `true` when the hub knows the annotation, `false` when it has become something else before. */
function isSent({ annotation: { id }, container, signal }: ProofTask): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const { annotations, unsent, connection } = container.get();
      const isKnown = annotations.has(id) && !unsent.has(id) && connection === 'online';
      if (!isKnown && !signal.aborted) return;
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve(!signal.aborted);
    };
    const unsubscribe = container.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}

/**
 * Keeps what the page shows as soon as the person begins to try something. It need not be hidden then when the comment
 * is sent, which would flicker.
 */
export async function prepareBefore(
  { element }: ShownTrial,
  deps: RecordDeps,
  { looks, pictures }: Pick<ProofTask, 'looks' | 'pictures'>,
  signal: AbortSignal,
): Promise<PreparedBefore> {
  const { trials } = deps;
  const taken = await looks.run(() => recordTargets([element], deps));
  const picture = await pictures.run(() => withoutTrials(trials, () => takeSteadyPicture(element, signal)));
  return { ...taken, picture };
}
