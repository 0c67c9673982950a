/**
 * The facts of a record in a table beside it, so that what an agent asks need not read and check all records.
 *
 * They count only where they belong to the seal that the record has now: an older release changes a record and its seal,
 * and knows nothing of facts. Their mark says that this user's seal was checked, or set, in this very file: in one that
 * was cloned, copied or checked out, whose records anybody may have changed under their seals, no facts count. Lists of
 * records are not made from facts: the reader of a record checks its seal, and removes facts that it contradicts.
 */
import { z } from 'zod';

import { type Annotation, parseJson, statuses } from '@annotate-mcp/core';
import { addressee } from '@annotate-mcp/core/schema';

import { factsOf, factsVersion } from '../../facts.ts';
import { isProblem, type RecordProblem } from '../../parse-record.ts';
import type { Row } from '../../sqlite/database.ts';
import { integer, text, textOrNull } from '../../sqlite/row.ts';
import type { AnnotationFacts, FactsQuery, LeftOut } from '../../store.ts';

import { parseRow, type StoredRecord } from './rows.ts';
import type { Tables } from './tables.ts';

export function markOf({ sealer, fileIdentity }: Tables): string {
  return sealer.markOf(`facts ${factsVersion} ${fileIdentity}`);
}

/** To be called after the record was written. */
export function writeFacts(tables: Tables, annotation: Annotation, isSealed: boolean): void {
  // Also what other users, or this one in a container, have noted of the record: it has another seal now.
  removeFacts(tables, annotation.id);
  if (!isSealed) return;
  tables.database.run(
    `INSERT INTO facts (seq, mark, seal, id, updated_at, facts)
     SELECT seq, ?, seal, ?, ?, ? FROM annotations WHERE id = ?`,
    markOf(tables),
    ...toColumns(factsOf(annotation)),
    annotation.id,
  );
}

/** To be called before the record is removed. */
export function removeFacts({ database }: Tables, id: string): void {
  database.run('DELETE FROM facts WHERE seq = (SELECT seq FROM annotations WHERE id = ?)', id);
}

export interface FactsPortion {
  facts: AnnotationFacts[];
  /** Where the next portion begins; `null` on the last one. */
  next: number | null;
}

/** Of the records that agents may see, those after `after` in this order. */
export function selectFacts(
  tables: Tables,
  { status }: FactsQuery,
  { after, order }: { after: number | null; order: 'oldest' | 'newest' },
): FactsPortion {
  const [beyond, direction, sign] = order === 'oldest' ? ['>', 'ASC', 1] : ['<', 'DESC', -1];
  const from = after ?? (order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER);
  const rows = [...new Set(status)]
    .filter((each) => each !== 'draft')
    .flatMap((each) =>
      // Records with the same facts in one row: each row of its own would take three times as long.
      tables.database.all(
        `SELECT json_group_array(seq) AS seqs, json_group_array(id) AS ids, json_group_array(updated_at) AS times, facts
         FROM (SELECT a.seq, f.id, f.updated_at, f.facts FROM annotations AS a
           LEFT JOIN facts AS f ON f.seq = a.seq AND f.seal = a.seal AND f.mark = ?
           WHERE a.status = ? AND a.seq ${beyond} ? ORDER BY a.seq ${direction} LIMIT ?)
         GROUP BY facts`,
        markOf(tables),
        each,
        from,
        portion,
      ),
    );
  const read = createFactsReader();
  const listed = rows
    .flatMap((row) => listFactsIn(row, read))
    .sort((a, b) => sign * (a.seq - b.seq))
    .slice(0, portion);
  const others = readRecords(
    tables,
    listed.filter(({ facts }) => facts === null).map(({ seq }) => seq),
  );
  const last = listed.at(-1);
  return {
    facts: listed
      .flatMap(({ seq, facts }) => facts ?? others.get(seq) ?? [])
      // The columns may say something else than the record.
      .filter((facts) => status.includes(facts.status)),
    next: last === undefined || listed.length < portion ? null : last.seq,
  };
}

interface ListedFacts {
  seq: number;
  /** `null` for a record without facts. */
  facts: AnnotationFacts | null;
}

function listFactsIn(row: Row, read: (json: string) => SharedFacts): ListedFacts[] {
  const json = textOrNull(row, 'facts');
  const shared = json === null ? null : read(json);
  const [seqs, ids, times] = [listIn(row, 'seqs'), listIn(row, 'ids'), listIn(row, 'times')];
  const listed: ListedFacts[] = [];
  seqs.forEach((seq, index) => {
    const id = ids[index];
    const updatedAt = times[index];
    if (typeof seq !== 'number') return;
    if (shared === null) listed.push({ seq, facts: null });
    else if (typeof id === 'string' && typeof updatedAt === 'string')
      listed.push({ seq, facts: { ...shared, id, updatedAt } });
  });
  return listed;
}

function listIn(row: Row, name: string): readonly unknown[] {
  // Not deep, because SQLite has written it.
  const list: unknown = JSON.parse(text(row, name));
  return Array.isArray(list) ? list : [];
}

/** Read in some 10 ms. */
const portion = 4_000;

/** Their facts by `seq`, without those that agents may not see. */
function readRecords(tables: Tables, seqs: readonly number[]): Map<number, AnnotationFacts> {
  if (seqs.length === 0) return new Map();
  const rows = tables.database.all(
    'SELECT seq, id, body, seal FROM annotations WHERE seq IN (SELECT value FROM json_each(?))',
    JSON.stringify(seqs),
  );
  return new Map(
    rows.flatMap((row) => {
      const record = parseRow(row, tables);
      if (isProblem(record) || !(record.isSealed || tables.isTrusted)) return [];
      return [[integer(row, 'seq'), factsOf(record.annotation)]];
    }),
  );
}

/** Values of `id`, `updated_at` and `facts`: what is left in the last one is the same for many. */
function toColumns({ id, updatedAt, ...shared }: AnnotationFacts) {
  return [id, updatedAt, JSON.stringify(shared)] as const;
}

/** Returns a function that parses the same text once, and checks once what differs in the place only, as most of a store does. */
function createFactsReader(): (json: string) => SharedFacts {
  const parsed = new Map<string, SharedFacts>();
  const checked = new Map<string, PlacelessFacts>();
  const read = (json: string): SharedFacts => {
    const { place, ...others } = placedSchema.parse(parseJson(json));
    const key = JSON.stringify(others);
    const facts = checked.get(key) ?? placelessSchema.parse(others);
    checked.set(key, facts);
    return { place, ...facts };
  };
  return (json) => {
    const facts = parsed.get(json) ?? read(json);
    parsed.set(json, facts);
    return facts;
  };
}

const whose = addressee(() => z.string());

type SharedFacts = Omit<AnnotationFacts, 'id' | 'updatedAt'>;
type PlacelessFacts = Omit<SharedFacts, 'place'>;

const placedSchema = z.looseObject({ place: z.string() });

const placelessSchema = z.object({
  status: z.enum(statuses),
  appId: z.string(),
  sessionId: z.string().exactOptional(),
  assignee: whose.exactOptional(),
  handedFrom: z.array(z.string()).exactOptional(),
  mentions: z.array(whose).exactOptional(),
  waitsForPerson: z.boolean(),
  holder: z.string().nullable(),
  hasMention: z.boolean(),
}) satisfies z.ZodType<PlacelessFacts>;

/** Those of these places that have a record with facts, which is not a draft. */
export function placesWithFacts(tables: Tables, places: readonly string[]): Set<string> {
  const rows = tables.database.all(
    `SELECT (
       SELECT f.facts FROM annotations AS a JOIN facts AS f ON f.seq = a.seq AND f.seal = a.seal AND f.mark = ?
       WHERE a.place = p.value AND +a.status <> 'draft' LIMIT 1) AS facts
     FROM json_each(?) AS p`,
    markOf(tables),
    JSON.stringify(places),
  );
  const found = rows
    .flatMap((row) => textOrNull(row, 'facts') ?? [])
    .map(createFactsReader())
    .filter(({ status }) => status !== 'draft');
  return new Set(found.map(({ place }) => place));
}

/** Those of these rows whose facts take the record, which was read from it, for one that is sealed, which it is not. */
export function doubtfulFacts(
  tables: Tables,
  rows: readonly Row[],
  records: readonly (StoredRecord | RecordProblem)[],
): number[] {
  const suspects = rows.filter((_, index) => {
    const record = records[index];
    return record === undefined || isProblem(record) || !record.isSealed;
  });
  if (suspects.length === 0) return [];
  return tables.database
    .all(
      `SELECT a.seq FROM annotations AS a JOIN facts AS f ON f.seq = a.seq AND f.seal = a.seal AND f.mark = ?
       WHERE a.seq IN (SELECT value FROM json_each(?))`,
      markOf(tables),
      JSON.stringify(suspects.map((row) => integer(row, 'seq'))),
    )
    .map((row) => integer(row, 'seq'));
}

/** For facts that have turned out to be wrong. */
export function forgetFacts({ database }: Tables, seqs: readonly number[]): void {
  database.run('DELETE FROM facts WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs));
}

export interface CheckedPortion extends LeftOut {
  /** Those of this user that had no facts. */
  sealed: { seq: number; seal: string; facts: AnnotationFacts }[];
  next: number | null;
}

/** Reads records without facts. Those with facts were read when these were written. */
export function checkRecords(tables: Tables, after: number): CheckedPortion {
  const rows = tables.database.all(
    `SELECT seq, id, body, seal FROM annotations WHERE seq IN (
       SELECT a.seq FROM annotations AS a WHERE NOT EXISTS (
         SELECT 1 FROM facts AS f WHERE f.seq = a.seq AND f.seal = a.seal AND f.mark = ?))
     AND seq > ? ORDER BY seq LIMIT ?`,
    markOf(tables),
    after,
    checkedAtOnce,
  );
  const checked: CheckedPortion = { withheld: [], unreadable: [], sealed: [], next: null };
  for (const row of rows) {
    const record = parseRow(row, tables);
    if (isProblem(record)) checked.unreadable.push(text(row, 'id'));
    else if (record.isSealed) {
      const [seq, seal] = [integer(row, 'seq'), text(row, 'seal')];
      checked.sealed.push({ seq, seal, facts: factsOf(record.annotation) });
    } else if (!tables.isTrusted && record.annotation.status !== 'draft')
      checked.withheld.push(record.annotation.id);
  }
  const last = rows.at(-1);
  if (last !== undefined && rows.length === checkedAtOnce) checked.next = integer(last, 'seq');
  return checked;
}

/** So few that what else the process does goes on between them. */
const checkedAtOnce = 200;

/** For records that had none. One that was changed meanwhile has another seal. */
export function rememberFacts(tables: Tables, sealed: CheckedPortion['sealed']): void {
  const mark = markOf(tables);
  for (const { seq, seal, facts } of sealed)
    tables.database.run(
      `INSERT OR REPLACE INTO facts (seq, mark, seal, id, updated_at, facts)
       SELECT seq, ?, seal, ?, ?, ? FROM annotations WHERE seq = ? AND seal = ?`,
      mark,
      ...toColumns(facts),
      seq,
      seal,
    );
}
