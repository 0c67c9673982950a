/** What a page on this machine showed before and after a change. Visitors report nothing: agents read what is concluded. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import {
  AnnotateError,
  type Annotation,
  editOf,
  isApart,
  isCertainFailure,
  isOwnFailure,
  isFrozen,
  isRemovedAlone,
  judgeLate,
  judgeProof,
  type KnownEdits,
  type OtherEdit,
  parseJson,
  type ProofAfter,
  type ProofRecord,
  type ProofSide,
  recordAfter,
  recordBefore,
  recordLate,
  settlesWhen,
  type TakenRecord,
  type Verdict,
} from '@annotate-mcp/core';
import { parseAs, proofRecordSchema, proofReportSchema } from '@annotate-mcp/core/schema';
import { HttpError, readJson, sendJson } from '@annotate-mcp/http';

import { projectPathOf } from '../project-sources.ts';
import { isKnownTo, requireKnown } from '../speaker.ts';

import { bodyOf, invalidInput, notFoundError } from './annotations.ts';
import type { ApiCall, Endpoint } from './endpoint.ts';

export const proofEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'proof', answer: tellAllowed },
  { method: 'POST', path: 'annotations/:id/proof', answer: saveProof },
];

type Report = z.output<typeof proofReportSchema>;
type RecordReport = Extract<Report, { record: unknown }>;
type PictureReport = Exclude<Report, RecordReport>;

/** Asked by each page before it looks at anything. */
async function tellAllowed({ response, speaker }: ApiCall): Promise<void> {
  sendJson(response, 200, { isAllowed: speaker.local });
}

async function saveProof(call: ApiCall): Promise<void> {
  if (!call.speaker.local) throw notForVisitorsError();
  const report = parseAs(proofReportSchema, await readJson(...bodyOf(call)), invalidInput('The report'));
  sendJson(call.response, 200, await save(call, report));
}

/** What comes too late is not an error: the browser would write it to the console, and the person can do nothing about it. */
async function save(call: ApiCall, report: Report): Promise<object> {
  try {
    const annotation = await requireKnown(call.deps.store, call.name, call.speaker);
    if ('picture' in report) await addPicture(call, report);
    else if (report.side === 'before') return await saveBefore(call, report);
    else return await saveAfter(call, annotation, report);
    return { isRecorded: true };
  } catch (error) {
    if (!(error instanceof AnnotateError) || !isTooLate(error)) throw error;
    return { isRecorded: false };
  }
}

function isTooLate({ code }: AnnotateError): boolean {
  return code === 'annotation/not-found' || code === 'lifecycle/wrong-status';
}

async function saveBefore(call: ApiCall, { takenAt, record, lookedAt }: RecordReport) {
  const side = { takenAt, record: await saveRecord(call, record) };
  const proof = proofOf(await update(call, (annotation) => recordBefore(annotation, system, side, lookedAt)));
  const isThis = (known: ProofSide | undefined) => known?.takenAt === takenAt && known.record === side.record;
  return { isRecorded: isThis(proof?.before) || isThis(proof?.meanwhile) };
}

/** The answer has `verdict` even while the page must wait for a change; it is not recorded then. */
async function saveAfter(call: ApiCall, annotation: Annotation, report: RecordReport) {
  const { takenAt, record } = report;
  const proof = proofOf(annotation);
  if (proof?.after !== undefined && isFrozen(proof.after))
    return saveLate(call, annotation, { before: proof.before, known: proof.after }, report);
  const before = await readRecord(call, proof?.before);
  if (before === null || isApart(annotation)) return { isRecorded: false };
  const meanwhile = (await readRecord(call, proof?.meanwhile)) ?? undefined;
  const edits = await readEdits(call, annotation, before.takenAt);
  const judged = judgeProof({ before, meanwhile, after: record }, edits);
  const { verdict, failure } = judged;
  const isOther = failure !== undefined && !isOwnFailure(failure, edits);
  const isCertain = failure !== undefined && isCertainFailure(failure);
  const settled = settlesNow(verdict, edits, meanwhile ?? before);
  if (isOther || !(isCertain || (await isSettled(call, { verdict, settled }, edits, before.record, report))))
    // A page that hears of a change looks no more.
    return { isRecorded: false, ...(settled === settlesWhen(verdict) && { verdict }) };
  const after = { takenAt, record: await saveRecord(call, record), ...judged };
  const stored = await update(call, (one) => recordAfter(one, system, after));
  const isRecorded = proofOf(stored)?.after?.takenAt === takenAt;
  return { isRecorded, verdict };
}

/** How long a dev server can take for an edit, in milliseconds. What comes later may be of another change. */
const slowest = 60_000;

/** The dev server took longer than the page has waited. It counts where only this edit can have brought it. */
async function saveLate(
  call: ApiCall,
  annotation: Annotation,
  { before, known }: { before: ProofSide; known: ProofAfter },
  { takenAt, record, codeAt }: RecordReport,
): Promise<object> {
  const left = { isRecorded: false, verdict: known.verdict };
  const seen = await readRecord(call, before);
  const writtenAt = await lastWritten(call, annotation);
  if (seen === null || writtenAt === null) return left;
  const edits = await readEdits(call, annotation, seen.takenAt);
  if (edits.others.some(({ at }) => at === null || at > known.takenAt)) return left;
  const codeMs = codeAt !== undefined && codeAt > known.takenAt ? Date.parse(codeAt) : null;
  const isNewCode = codeMs !== null && codeMs - writtenAt <= slowest;
  const late = judgeLate({ before: seen, after: record }, edits, isNewCode);
  const judged = late ?? (isNewCode ? judgeProof({ before: seen, after: record }, edits) : null);
  if (judged === null || judged.verdict === 'unchanged' || judged.verdict === 'unclear') return left;
  const after = { takenAt, record: await saveRecord(call, record), ...judged };
  const stored = await update(call, (one) => recordLate(one, system, after));
  return { isRecorded: proofOf(stored)?.after?.takenAt === takenAt, verdict: judged.verdict };
}

/** When a file of the edit was written last; `null` where that is not known, or another change came after the edit. */
async function lastWritten({ deps }: ApiCall, annotation: Annotation): Promise<number | null> {
  const doneAt =
    annotation.status === 'resolved' ? (annotation.edited?.appliedAt ?? annotation.resolvedAt) : undefined;
  const times = await Promise.all(
    (filesOf(annotation) ?? []).map((file) => writtenAt(deps.projectRoot, file)),
  );
  const last = Math.max(...times.filter((time) => time !== null));
  return doneAt !== undefined && Number.isFinite(last) && last <= Date.parse(doneAt) + mostSkew ? last : null;
}

/** Disks and clocks round, in milliseconds. */
const mostSkew = 2_000;

/** What is different may be of others that were resolved since, so it is not enough to have seen it. */
function settlesNow(verdict: Verdict, { own, others }: KnownEdits, { takenAt }: TakenRecord) {
  const settled = settlesWhen(verdict);
  const isMixed = own !== null && others.some(({ at }) => at !== null && at > takenAt);
  return settled === 'seen' && isMixed ? 'updated' : settled;
}

interface Settling {
  readonly verdict: Verdict;
  readonly settled: ReturnType<typeof settlesWhen>;
}

/** Whether the page has shown all that was changed for the annotation. */
async function isSettled(
  { deps }: ApiCall,
  { verdict, settled }: Settling,
  { own }: KnownEdits,
  before: ProofRecord,
  { record, isFinal, changedAt }: RecordReport,
): Promise<boolean> {
  if (isFinal || settled === 'seen') return true;
  if (settled === 'waited' || own === null || changedAt === undefined) return false;
  if (verdict === 'gone' && !isRemovedAlone(before, record)) return false;
  const times = await Promise.all(own.map((file) => writtenAt(deps.projectRoot, file)));
  const last = Math.max(...times.filter((time) => time !== null));
  // Without a file that is still there, it is the lowest number.
  return Number.isFinite(last) && last <= Date.parse(changedAt);
}

/** In milliseconds since 1970; `null` for a file that is not there, or not in the project. */
async function writtenAt(root: string, file: string): Promise<number | null> {
  const path = projectPathOf(root, file);
  if (path === null) return null;
  return stat(join(root, path)).then(
    ({ mtimeMs }) => Math.floor(mtimeMs),
    () => null,
  );
}

/** More than were resolved while one was worked on. */
const mostOthers = 100;

async function readEdits({ deps }: ApiCall, annotation: Annotation, since: string): Promise<KnownEdits> {
  const lists = await Promise.all([
    deps.store.list({ status: ['resolved'], origin: 'own' }, { order: 'newest', limit: mostOthers }),
    deps.store.list({ status: ['acknowledged'], origin: 'own' }, { order: 'newest', limit: mostOthers }),
  ]);
  const others = lists.flatMap(({ annotations }) => annotations).filter(({ id }) => id !== annotation.id);
  return {
    own: filesOf(annotation),
    others: others.flatMap((other): OtherEdit[] => {
      if (other.status === 'acknowledged') return [{ at: null, files: [] }];
      const at =
        isApart(other) || other.status !== 'resolved'
          ? undefined
          : (other.edited?.appliedAt ?? other.resolvedAt);
      return at !== undefined && at > since ? [{ at, files: filesOf(other) ?? [] }] : [];
    }),
  };
}

/** `null` when they are not known. */
function filesOf(annotation: Annotation): string[] | null {
  const edit = editOf(annotation);
  if (edit !== null)
    return edit.files.flatMap(({ file, from }) => (from === undefined ? [file] : [file, from]));
  return annotation.status === 'resolved' && annotation.edited !== undefined ? [] : null;
}

/** Belongs to the record that was taken at the same time; if another one has replaced that, it is left out. */
async function addPicture(call: ApiCall, { side, takenAt, picture }: PictureReport): Promise<void> {
  if ((await call.deps.attachments.find(picture)) === null) throw notFoundError('picture', picture);
  await update(call, (annotation) => {
    const proof = proofOf(annotation);
    const isOf = (known: ProofSide | undefined) => known?.takenAt === takenAt;
    if (side === 'before' && proof !== undefined && isOf(proof.before))
      return recordBefore(annotation, system, { ...proof.before, picture });
    if (side === 'after' && proof?.after !== undefined && isOf(proof.after))
      return recordAfter(annotation, system, { ...proof.after, picture });
    return annotation;
  });
}

const system = { type: 'system' } as const;

function proofOf(annotation: Annotation) {
  return annotation.kind === 'markdown' ? undefined : annotation.proof;
}

async function update({ deps, name, speaker }: ApiCall, move: (one: Annotation) => Annotation) {
  const updated = await deps.store.update(name, (annotation) => {
    if (!isKnownTo(annotation, speaker)) throw notFoundError('annotation', name);
    return move(annotation);
  });
  const after = updated?.after ?? null;
  if (after === null) throw notFoundError('annotation', name);
  return after;
}

async function saveRecord({ deps }: ApiCall, record: ProofRecord): Promise<string> {
  return deps.attachments.save(Buffer.from(JSON.stringify(record)), { extension: 'json' });
}

/** `null` when nothing was seen then, or the file is not there any more. */
async function readRecord({ deps }: ApiCall, side: ProofSide | undefined): Promise<TakenRecord | null> {
  const text = side === undefined ? null : await deps.attachments.findRecord(side.record);
  if (side === undefined || text === null) return null;
  try {
    // The store's folder may hold what another release has written.
    const record = parseAs(proofRecordSchema, parseJson(text), invalidInput('The record'));
    return { takenAt: side.takenAt, record };
  } catch (error) {
    if (error instanceof AnnotateError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function notForVisitorsError(): HttpError {
  return new HttpError(
    403,
    'proof/not-local',
    'Only a page on the machine of the dev server says what it shows.',
    {
      hint: 'Open the page on that machine.',
    },
  );
}
