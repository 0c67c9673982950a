/** Goes on after the verdict: a slow dev server may bring an edit, or the error in it, later than a page waits for it. */
import {
  type Annotation,
  editOf,
  isApart,
  isFrozen,
  type PageFailure,
  type ProofAfter,
} from '@annotate-mcp/core';

import type { ToProjectPath } from '../inspectors/project-path.ts';
import { everyOne, groupAnnotations } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import { withFailures } from './page-failures.ts';
import type { ProofTask } from './proof-task.ts';
import { repeatUnsent } from './repeat-unsent.ts';
import { takePicture } from './steady-picture.ts';
import type { PageChanges } from './waiting.ts';
import { takeSteadyRecord } from './watch-after.ts';

interface LateDeps extends Pick<ProofTask, 'container' | 'timing' | 'signal' | 'readFailures' | 'updates'> {
  readonly toProjectPath: ToProjectPath;
  readonly changes: PageChanges;
  /** Called when the hub has it. */
  readonly onBroken: (id: string) => void;
  readonly taskOf: (annotation: Annotation, signal: AbortSignal) => ProofTask;
}

/** An annotation with a verdict that stays, and the files that were changed for it. */
interface Judged {
  readonly annotation: Annotation;
  readonly after: ProofAfter;
  readonly files: readonly string[];
}

export async function watchLate(deps: LateDeps): Promise<void> {
  const { changes, container, timing, signal } = deps;
  /** What the hub was told already, whatever it made of it. */
  const told = new Set<string>();
  const isOver = () => signal.aborted;
  while (!isOver()) {
    await changes.waitForever();
    if (isOver() || container.get().connection !== 'online' || judgedIn(container.get()).length === 0) {
      changes.forget();
      continue;
    }
    await changes.waitUntilQuiet(timing.quiet, timing.mostQuiet);
    for (const { judged, reason, codeAt } of await findLate(deps)) {
      if (isOver() || told.has(reason)) continue;
      told.add(reason);
      await tellLate(judged, codeAt, deps).catch(() => undefined);
    }
  }
}

export function hasJudged(state: OverlayState): boolean {
  return judgedIn(state).length > 0;
}

function judgedIn(state: OverlayState): Judged[] {
  return everyOne(groupAnnotations(state, 'page')).flatMap((annotation): Judged[] => {
    if (annotation.kind === 'markdown' || annotation.status !== 'resolved' || isApart(annotation)) return [];
    const after = annotation.proof?.after;
    const files = editOf(annotation)?.files.map(({ file }) => file) ?? [];
    if (annotation.acceptedAt !== undefined || after === undefined || !isFrozen(after)) return [];
    return files.length === 0 ? [] : [{ annotation, after, files }];
  });
}

interface Late {
  readonly judged: Judged;
  readonly reason: string;
  /** When the page got new code of the files, in milliseconds since 1970. */
  readonly codeAt: number | null;
}

async function findLate({ container, readFailures, updates, toProjectPath }: LateDeps): Promise<Late[]> {
  const all = judgedIn(container.get());
  const since = new Date(Math.min(...all.map(({ after }) => Date.parse(after.takenAt))));
  const failures = await readFailures(null, since);
  return all.flatMap((judged): Late[] => {
    const { annotation, after, files } = judged;
    const codeAt = updates.lastOf(files, toProjectPath);
    const isNew = codeAt !== null && codeAt > Date.parse(after.takenAt);
    const isOwn = ({ kind, file }: PageFailure) =>
      (kind === 'overlay' || isNew) && file !== undefined && files.includes(file);
    const failure = failures.find(isOwn);
    const about = `${annotation.id} ${after.takenAt}`;
    if (failure !== undefined) return [{ judged, reason: `${about} ${failure.message}`, codeAt }];
    const isUnseen = after.verdict === 'unchanged' && isNew;
    return isUnseen ? [{ judged, reason: `${about} ${codeAt}`, codeAt }] : [];
  });
}

async function tellLate({ annotation, after }: Judged, codeAt: number | null, deps: LateDeps): Promise<void> {
  const { changes, signal, taskOf, onBroken } = deps;
  const task = taskOf(annotation, signal);
  const steady = await takeSteadyRecord(task, changes);
  if (signal.aborted || steady === null) return;
  const since = new Date(after.takenAt);
  const { takenAt, record, element } = await withFailures(steady.taken, task, since, since);
  const report = { side: 'after', takenAt } as const;
  const code = codeAt !== null && { codeAt: new Date(codeAt).toISOString() };
  const full = { ...report, record, isFinal: true, changedAt: steady.changedAt, ...code };
  const stored = await repeatUnsent(() => task.reporter.sendRecord(annotation.id, full), task);
  if (stored?.isRecorded === true && stored.verdict === 'broken') onBroken(annotation.id);
  if (stored?.isRecorded !== true || element === null || stored.verdict === 'broken') return;
  const picture = await takePicture(task, element);
  if (picture !== null)
    await repeatUnsent(() => task.reporter.sendPicture(annotation.id, report, picture), task);
}
