/** Says what one edit has changed on a page that the edits of other annotations have changed as well. Pure. */
import { compareRecords, type CountChange } from './compare-records.ts';
import { findFailure } from './find-failure.ts';
import type { PageFailure } from './page-failure.ts';
import type { ProofRecord } from './page-layout.ts';
import type { Comparison, ProofChange, ProofSide } from './proof.ts';

/** A record, and when it was taken. */
export interface TakenRecord extends Pick<ProofSide, 'takenAt'> {
  readonly record: ProofRecord;
}

export interface SeenRecords {
  readonly before: TakenRecord;
  /** What the page showed while the agent had the annotation, after what was changed for another one had arrived. */
  readonly meanwhile?: TakenRecord | undefined;
  readonly after: ProofRecord;
}

export interface JudgedProof extends Comparison {
  /** Why the page is broken. */
  failure?: PageFailure;
}

export interface KnownEdits {
  /** The files that were changed for this annotation; `null` when they are not known. */
  readonly own: readonly string[] | null;
  /** What was changed for others since the proof began. */
  readonly others: readonly OtherEdit[];
}

export interface OtherEdit {
  /** When it was resolved; `null` while an agent still works on it. */
  readonly at: string | null;
  readonly files: readonly string[];
}

/**
 * What changed on the page since another edit has arrived is this one's. Where nothing has, this one may have come before
 * that: then all changes since the proof began count that are not known to be of another edit.
 */
export function judgeProof(seen: SeenRecords, edits: KnownEdits): JudgedProof {
  const comparison = compareSeen(seen, edits);
  const failure = findFailure(
    seen.before.record,
    withoutOtherRequests(seen.after, edits),
    comparison.verdict,
  );
  return failure === null ? comparison : brokenBy(failure);
}

/**
 * What the page says after its verdict is known: an error of a file that was changed for this annotation, which it did
 * not say before. `isNewCode`: the page has got code since; what old code throws later need not be of the edit.
 */
export function judgeLate(
  { before, after }: SeenRecords,
  { own }: KnownEdits,
  isNewCode: boolean,
): JudgedProof | null {
  const known = new Set(before.record.failures?.map(({ message }) => message));
  const failure = after.failures?.findLast(
    ({ kind, message, file }) =>
      (kind === 'overlay' || (isNewCode && kind !== 'request')) &&
      file !== undefined &&
      own?.includes(file) === true &&
      !known.has(message),
  );
  return failure === undefined ? null : brokenBy(failure);
}

function brokenBy(failure: PageFailure): JudgedProof {
  return { verdict: 'broken', changes: [], outside: { count: 0, pushed: 0, examples: [] }, failure };
}

/** A request that fails somewhere else has nothing to do with this edit. */
function withoutOtherRequests(after: ProofRecord, { own }: KnownEdits): ProofRecord {
  const { failures } = after;
  if (failures === undefined || own === null) return after;
  const isOther = ({ kind, file }: PageFailure) =>
    kind === 'request' && file !== undefined && !own.includes(file);
  return { ...after, failures: failures.filter((failure) => !isOther(failure)) };
}

/** Whether it may be what was changed for this annotation that has broken the page. */
export function isOwnFailure({ file }: PageFailure, { own, others }: KnownEdits): boolean {
  if (others.length === 0 || own === null || file === undefined) return true;
  return own.includes(file);
}

function compareSeen({ before, meanwhile, after }: SeenRecords, edits: KnownEdits): Comparison {
  const compared = (from: TakenRecord) => {
    const others = edits.others.filter(({ at }) => at === null || at > from.takenAt);
    return compareRecords(from.record, after, countOwn(after, { ...edits, others }));
  };
  if (meanwhile === undefined) return compared(before);
  const since = compared(meanwhile);
  if (since.verdict !== 'unchanged' || edits.own?.length === 0) return since;
  const all = compared(before);
  return all.changes.length === 0 ? since : { ...all, outside: since.outside };
}

/** Counts what may be of this edit. */
function countOwn({ look }: ProofRecord, { own, others }: KnownEdits): CountChange {
  if (others.length === 0 || own === null) return (change) => change;
  if (own.length === 0) return () => null;
  const otherFiles = new Set(others.flatMap(({ files }) => files));
  const isOnlyStyle = own.every((file) => sheetName.test(file));
  return (change) => {
    if (isOnlyStyle && otherFiles.size > 0 && !canBeStyle(change)) return null;
    const files = filesOf(change, look, [...own, ...otherFiles]);
    const isOwn = files.some((file) => own.includes(file));
    const isOther = files.some((file) => otherFiles.has(file));
    if (isOther && !isOwn) return null;
    return isOther ? { ...change, shared: true } : change;
  };
}

/** No style sheet adds elements, or words and attributes to them, besides the words before and after what they have. */
function canBeStyle({ what, name }: ProofChange): boolean {
  if (what === 'text') return name === 'content';
  return what !== 'attribute' && what !== 'added' && what !== 'removed';
}

/** The files that a change may have been made in, of those that were edited; empty when they are not known. */
function filesOf(
  { what, on, rule, file }: ProofChange,
  look: ProofRecord['look'],
  edited: readonly string[],
): string[] {
  if (rule !== undefined) return file === undefined ? [] : [file];
  if (on !== undefined || look === null) return [];
  const { sourceLocation, component } = look;
  const written = [sourceLocation?.file, component?.file, component?.templateFile].filter(
    (each) => each !== undefined,
  );
  const isDrawn = what === 'style' || what === 'box' || what === 'moved';
  return isDrawn ? [...written, ...edited.filter((each) => sheetName.test(each))] : written;
}

/** A style sheet may be for any element, whichever component has it. */
const sheetName = /\.(?:css|scss|sass|less|styl|pcss|postcss)$/;
