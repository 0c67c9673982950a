/** What is done to the tables, each function inside a transaction or a read of its caller. */
import { randomBytes } from 'node:crypto';

import type { Annotation, Change, Cursor, FeedEvent } from '@annotate-mcp/core';
import { placeKeyOf } from '@annotate-mcp/core';

import { checked } from '../../checked.ts';
import { decodeCursor, encodeCursor, type Position } from '../../feed/feed-cursor.ts';
import { decodePageCursor, encodePageCursor, limitOf } from '../../paging.ts';
import { isProblem } from '../../parse-record.ts';
import type { Database, Row } from '../../sqlite/database.ts';
import { integer, text } from '../../sqlite/row.ts';
import { matches } from '../../state/select.ts';
import type {
  UpdateAnnotation,
  Portion,
  PortionOptions,
  PlacesQuery,
  Query,
  UnreadableRecord,
  Updated,
} from '../../store.ts';
import { withOrigin, withoutOrigin } from '../../trust/provenance.ts';
import { eventSize } from '../stored-rows.ts';

import { doubtfulFacts, markOf, placesWithFacts, removeFacts, writeFacts } from './facts.ts';
import {
  cursorOf,
  parseRow,
  readable,
  type StoredRecord,
  toChange,
  toColumns,
  toRecord,
  toUnreadable,
} from './rows.ts';
import { conditionsFor } from './select.ts';
import type { Tables } from './tables.ts';

export function findById(tables: Tables, id: string): StoredRecord | null {
  const row = tables.database.get('SELECT id, body, seal FROM annotations WHERE id = ?', id);
  return row === undefined ? null : toRecord(row, tables);
}

/** Returns the annotation as readers get it. */
export function insert(
  tables: Tables,
  annotation: Annotation,
  isSealed = annotation.origin !== 'repository',
): Annotation {
  tables.database.run(
    `INSERT INTO annotations (id, status, kind, place, app_id, author_id, session_id, holder, body, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    annotation.id,
    ...toColumns(annotation, isSealed, tables),
  );
  writeFacts(tables, annotation, isSealed);
  record(tables, 'added', null, annotation.id);
  return withOrigin(annotation, !isSealed && !tables.isTrusted);
}

/** Applies a move to one stored annotation; `after` equals `before` when the move changed nothing. */
export function applyMove(
  tables: Tables,
  { annotation: before, isSealed }: StoredRecord,
  move: UpdateAnnotation,
): Updated {
  const after = move(before);
  if (after === before) return { before, after };
  if (after === null) {
    record(tables, 'removed', null, before.id);
    removeFacts(tables, before.id);
    tables.database.run('DELETE FROM annotations WHERE id = ?', before.id);
    return { before, after };
  }
  replace(tables, before, checked(after), isSealed);
  return { before, after: withOrigin(after, !isSealed && !tables.isTrusted) };
}

/** Seals what is not sealed yet; returns those annotations. */
export function adopt(tables: Tables, ids: readonly string[]): Annotation[] {
  return [...new Set(ids)].flatMap((id) => {
    const found = findById(tables, id);
    if (found === null || found.isSealed) return [];
    replace(tables, found.annotation, found.annotation, true);
    return [withoutOrigin(found.annotation)];
  });
}

function replace(tables: Tables, before: Annotation, after: Annotation, isSealed: boolean): void {
  tables.database.run(
    `UPDATE annotations SET status = ?, kind = ?, place = ?, app_id = ?, author_id = ?, session_id = ?, holder = ?,
     body = ?, seal = ? WHERE id = ?`,
    ...toColumns(after, isSealed, tables),
    before.id,
  );
  writeFacts(tables, after, isSealed);
  record(tables, 'updated', before, before.id);
}

export function selectAll(tables: Tables, query: Query): StoredRecord[] {
  const rows = conditionsFor(query, tables.isTrusted).flatMap(({ sql, values }) =>
    tables.database.all(`SELECT seq, id, body, seal FROM annotations WHERE ${sql} ORDER BY seq`, ...values),
  );
  return rows
    .sort((a, b) => integer(a, 'seq') - integer(b, 'seq'))
    .flatMap((row) => matching(row, tables, query));
}

/**
 * The columns find rows quickly, but no seal covers them: they may have been changed in a file that was committed.
 * What counts is the record itself.
 */
function matching(row: Row, tables: Tables, query: Query): StoredRecord[] {
  return readable(row, tables).filter(({ annotation }) => matches(annotation, query));
}

/** Of some records after `after`: all of a large store would fill the memory. */
export function selectUnreadable(
  tables: Tables,
  after: number,
): { unreadable: UnreadableRecord[]; next: number | null } {
  const rows = tables.database.all(
    'SELECT seq, id, body, seal FROM annotations WHERE seq > ? ORDER BY seq LIMIT ?',
    after,
    checkedAtOnce,
  );
  const last = rows.at(-1);
  return {
    unreadable: rows.flatMap((row) => toUnreadable(row, tables)),
    next: last === undefined || rows.length < checkedAtOnce ? null : integer(last, 'seq'),
  };
}

const checkedAtOnce = 200;

export function count({ database, isTrusted }: Tables, query: Query): number {
  return conditionsFor(query, isTrusted)
    .map(({ sql, values }) => database.get(`SELECT count(*) AS n FROM annotations WHERE ${sql}`, ...values))
    .reduce((sum, row) => sum + integer(row ?? {}, 'n'), 0);
}

/** One step of the search: the records after `after`, and where the next step begins. */
export function searchRecords(
  { database }: Tables,
  searched: string,
  after: number,
): { ids: string[]; next: number | null } {
  const newest = integer(database.get('SELECT coalesce(max(seq), 0) AS seq FROM annotations') ?? {}, 'seq');
  const end = after + searchedAtOnce;
  const rows = database.all(
    'SELECT id FROM annotations WHERE seq > ? AND seq <= ? AND instr(body, ?) > 0',
    after,
    end,
    searched,
  );
  return { ids: rows.map((row) => text(row, 'id')), next: end < newest ? end : null };
}

/** Searched in some 10 ms. */
const searchedAtOnce = 2_000;

/** One record of each place is read, so that no text reaches readers that stands in the column only. */
export function places(tables: Tables, query: PlacesQuery): string[] {
  if (query.origin === 'own' && query.appId === undefined && !tables.isTrusted) return ownPlaces(tables);
  return [...new Set(placesOf(tables, query))].sort();
}

function placesOf(tables: Tables, query: PlacesQuery, among: readonly string[] | null = null): string[] {
  const isAmong = among === null ? '' : 'AND place IN (SELECT value FROM json_each(?))';
  return conditionsFor(query, tables.isTrusted)
    .flatMap(({ sql, values }) =>
      tables.database.all(
        `SELECT id, body, seal FROM annotations WHERE ${sql} ${isAmong} GROUP BY place`,
        ...values,
        ...(among === null ? [] : [JSON.stringify(among)]),
      ),
    )
    .flatMap((row) => matching(row, tables, query))
    .map(({ annotation }) => placeKeyOf(annotation));
}

/** The seals of the records are checked only at places where no record has facts. */
function ownPlaces(tables: Tables): string[] {
  const all = tables.database.all('SELECT DISTINCT place FROM annotations').map((row) => text(row, 'place'));
  const known = placesWithFacts(tables, all);
  const others = all.filter((place) => !known.has(place));
  const found = others.length === 0 ? [] : placesOf(tables, { origin: 'own' }, others);
  return [...new Set([...known, ...found])].sort();
}

export interface ReadPortion extends Portion {
  /** Rows whose facts say more than their records: a person has changed the records by hand. */
  doubtful: number[];
}

export function selectPortion(
  tables: Tables,
  query: Query,
  { limit, cursor, order = 'oldest' }: PortionOptions,
): ReadPortion {
  const most = limitOf(limit);
  const [after] = decodePageCursor(cursor, isKey) ?? [order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER];
  const [beyond, direction, sign] = order === 'oldest' ? ['seq > ?', 'ASC', 1] : ['seq < ?', 'DESC', -1];
  const rows = conditionsFor(query, tables.isTrusted, markOf(tables))
    .flatMap(({ sql, values }) =>
      tables.database.all(
        `SELECT seq, id, body, seal FROM annotations WHERE ${sql} AND ${beyond} ORDER BY seq ${direction} LIMIT ?`,
        ...values,
        after,
        most + 1,
      ),
    )
    .sort((a, b) => sign * (integer(a, 'seq') - integer(b, 'seq')));
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  const records = shown.map((row) => parseRow(row, tables));
  return {
    annotations: records.flatMap((record) =>
      isProblem(record) || !matches(record.annotation, query) ? [] : [record.annotation],
    ),
    doubtful: doubtfulFacts(tables, shown, records),
    nextCursor: last === undefined || rows.length <= most ? null : encodePageCursor([integer(last, 'seq')]),
  };
}

function isKey(key: unknown): key is [number] {
  return Array.isArray(key) && key.length === 1 && Number.isSafeInteger(key[0]);
}

export function changesSince(tables: Tables, cursor: Cursor): FeedEvent {
  const { database, epoch } = tables;
  const position = decodeCursor(cursor);
  if (position?.epoch !== epoch || !isKnown(database, position)) {
    return { type: 'resync', cursor: head(tables) };
  }
  const rows = database.all(
    'SELECT n, tag, type, previous_status, previous_place, body, seal FROM changes WHERE n > ? ORDER BY n LIMIT ?',
    position.n,
    eventSize,
  );
  const last = rows.at(-1);
  const changes = rows.flatMap((row) => toChange(row, tables));
  // The cursor also passes records that could not be read; they would block all later ones.
  if (last === undefined) return { type: 'changes', changes, cursor, isUpToDate: true };
  const end = cursorOf(last, epoch);
  if (changes.length === 0) return changesSince(tables, end);
  return { type: 'changes', changes, cursor: end, ...(rows.length < eventSize && { isUpToDate: true }) };
}

export function head({ database, epoch }: Tables): Cursor {
  const row = database.get('SELECT n, tag FROM changes ORDER BY n DESC LIMIT 1');
  return row === undefined ? encodeCursor({ epoch, n: 0, tag: '' }) : cursorOf(row, epoch);
}

/** The number of the newest change. */
export function newest(database: Database): number {
  return integer(database.get('SELECT coalesce(max(n), 0) AS n FROM changes') ?? {}, 'n');
}

/** The latest changes up to a number, the oldest first: at least all that are in a log of usual size. */
export function latestChanges(database: Database, upTo: number): Row[] {
  return database
    .all('SELECT n, tag, type, body, seal FROM changes WHERE n <= ? ORDER BY n DESC LIMIT 1000', upTo)
    .reverse();
}

/**
 * Writes changes again that are missing here: they were committed to a log which is gone (see connection.ts). Whatever
 * others have written since then counts.
 */
export function restore(tables: Tables, rows: readonly Row[]): void {
  const oldest = integer(tables.database.get('SELECT coalesce(min(n), 0) AS n FROM changes') ?? {}, 'n');
  for (const row of rows) {
    const n = integer(row, 'n');
    const isKnownHere = tables.database.get('SELECT tag FROM changes WHERE n = ?', n)?.tag === row.tag;
    if (isKnownHere || n < oldest) continue;
    for (const record of readable(row, tables)) restoreRecord(tables, text(row, 'type'), record);
  }
}

function restoreRecord(tables: Tables, type: string, { annotation, isSealed }: StoredRecord): void {
  const here = findById(tables, annotation.id);
  if (here === null) {
    if (type === 'added') insert(tables, annotation, isSealed);
  } else if (type !== 'added' && here.annotation.updatedAt <= annotation.updatedAt) {
    if (type === 'removed') applyMove(tables, here, () => null);
    else replace(tables, here.annotation, annotation, isSealed);
  }
}

/** Whether the change that the reader saw last is the one that stands here. */
function isKnown(database: Database, { n, tag }: Position): boolean {
  if (n > 0) return database.get('SELECT tag FROM changes WHERE n = ?', n)?.tag === tag;
  // A reader that has seen nothing needs the very first change still to be there.
  const first = database.get('SELECT n FROM changes ORDER BY n LIMIT 1');
  return first === undefined || first.n === 1;
}

/** Deletes in portions, so that no single write takes long. */
export function prune({ database }: Tables, keep: number): void {
  const row = database.get(
    'SELECT (SELECT n FROM changes ORDER BY n LIMIT 1) AS oldest, (SELECT n FROM changes ORDER BY n DESC LIMIT 1) AS newest',
  );
  if (typeof row?.oldest !== 'number' || typeof row.newest !== 'number') return;
  const surplus = row.newest - row.oldest + 1 - keep;
  if (surplus >= portion) database.run('DELETE FROM changes WHERE n < ?', row.oldest + surplus);
}

const portion = 64;

/** Copies the record as it is stored now, with its seal. `before` is what an update replaced. */
function record({ database }: Tables, type: Change['type'], before: Annotation | null, id: string): void {
  database.run(
    `INSERT INTO changes (tag, type, previous_status, previous_place, body, seal)
     SELECT ?, ?, ?, nullif(?, place), body, seal FROM annotations WHERE id = ?`,
    randomBytes(4).toString('hex'),
    type,
    before?.status ?? null,
    before === null ? null : placeKeyOf(before),
    id,
  );
}
