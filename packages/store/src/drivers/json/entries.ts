/** One line of the file: an annotation, one that was deleted, or something that cannot be read. */
import { isRecord, type Annotation, type Reply } from '@annotate-mcp/core';

import { checkRecord, isProblem } from '../../parse-record.ts';
import type { StoredRecord } from '../../state/stored-record.ts';
import type { UnreadableRecord } from '../../store.ts';
import { canonicalJson } from '../../trust/canonical-json.ts';
import type { RecordSealer } from '../../trust/record-sealer.ts';

export type Entry =
  | { type: 'record'; record: StoredRecord }
  | { type: 'deleted'; deletion: Deletion }
  | { type: 'unreadable'; unreadable: UnreadableLine };

/** Stays in the file for a while: without it, a merge with a branch that has the annotation would bring it back. */
export interface Deletion {
  id: string;
  deletedAt: string;
}

export interface UnreadableLine extends UnreadableRecord {
  /** As it was found. It is written back unchanged. */
  line: string;
}

export interface Entries {
  records: Map<string, StoredRecord>;
  deletions: Map<string, Deletion>;
  unreadableLines: UnreadableLine[];
}

interface Source {
  /** The id that the older format has beside the record. */
  key?: string;
  /** The text that the value was read from, if it is a line of its own. */
  line?: string;
}

export function toEntry(raw: unknown, sealer: RecordSealer, { key, line }: Source = {}): Entry {
  if (isDeletion(raw)) return { type: 'deleted', deletion: { id: raw.id, deletedAt: raw.deletedAt } };
  const toUnreadable = (reason: string): Entry => {
    const id = key ?? (isRecord(raw) && typeof raw.id === 'string' ? raw.id : '(without an id)');
    return { type: 'unreadable', unreadable: { id, reason, line: line ?? `${JSON.stringify(raw)},` } };
  };
  if (!isRecord(raw)) return toUnreadable('it is not an object');
  const { seal, ...stored } = raw;
  const annotation = checkRecord(stored);
  if (isProblem(annotation)) return toUnreadable(annotation.problem);
  if (key !== undefined && annotation.id !== key)
    return toUnreadable(`it says that its id is ${annotation.id}`);
  const isSealed = typeof seal === 'string' && sealer.isSealed(stored, seal);
  const isForeign = typeof seal === 'string' && !isSealed;
  return { type: 'record', record: { annotation, isSealed, ...(isForeign && { foreignSeal: seal }) } };
}

/** A merge of two branches may leave several versions of an annotation. */
export function collectEntries(entries: Iterable<Entry>): Entries {
  const records = new Map<string, StoredRecord>();
  const deletions = new Map<string, Deletion>();
  const unreadableLines: UnreadableLine[] = [];
  for (const entry of entries) {
    if (entry.type === 'unreadable') unreadableLines.push(entry.unreadable);
    else if (entry.type === 'deleted') deletions.set(entry.deletion.id, later(entry.deletion, deletions));
    else {
      const { id } = entry.record.annotation;
      const other = records.get(id);
      records.set(id, other === undefined ? entry.record : combineRecords(other, entry.record));
    }
  }
  for (const { id, deletedAt } of deletions.values()) {
    const record = records.get(id);
    if (record === undefined) continue;
    if (record.annotation.updatedAt > deletedAt) deletions.delete(id);
    else records.delete(id);
  }
  return { records, deletions, unreadableLines };
}

function later(deletion: Deletion, deletions: ReadonlyMap<string, Deletion>): Deletion {
  const other = deletions.get(deletion.id);
  return other !== undefined && other.deletedAt > deletion.deletedAt ? other : deletion;
}

function isDeletion(raw: unknown): raw is Deletion {
  return isRecord(raw) && typeof raw.id === 'string' && typeof raw.deletedAt === 'string' && !('kind' in raw);
}

/**
 * One record from two versions of it, as a merge of two branches leaves them: the newer one with the replies of both.
 * The order of the two does not matter. The result counts as this user's own only if everything in it is.
 */
function combineRecords(a: StoredRecord, b: StoredRecord): StoredRecord {
  const newer = compare(a.annotation, b.annotation) < 0 ? b : a;
  const replies = repliesOf(a.annotation, b.annotation);
  if (replies.length === newer.annotation.replies.length) return newer;
  return { annotation: { ...newer.annotation, replies }, isSealed: a.isSealed && b.isSealed };
}

/** Below zero when `a` is the older one. Not every move sets a time, so more replies and then the text decide. */
function compare(a: Annotation, b: Annotation): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  if (a.replies.length !== b.replies.length) return a.replies.length - b.replies.length;
  return canonicalJson(a) < canonicalJson(b) ? -1 : 1;
}

function repliesOf(a: Annotation, b: Annotation): Reply[] {
  const all = new Map([...a.replies, ...b.replies].map((reply) => [reply.id, reply]));
  return [...all.values()].sort((x, y) =>
    x.createdAt < y.createdAt ? -1 : x.createdAt > y.createdAt ? 1 : 0,
  );
}
