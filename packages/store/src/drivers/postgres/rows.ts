import type { Annotation, Change, Cursor } from '@annotate-mcp/core';
import { placeKeyOf } from '@annotate-mcp/core';

import { encodeCursor } from '../../feed/feed-cursor.ts';
import { isProblem, parseRecord, type RecordProblem } from '../../parse-record.ts';
import type { UnreadableRecord } from '../../store.ts';
import { withOrigin, withoutOrigin } from '../../trust/provenance.ts';
import { changeFrom, requireReadable } from '../stored-rows.ts';

import { searchable } from './searchable.ts';

/** What `pg` returns; numbers of 64 bits are texts. */
export type Row = Record<string, unknown>;

export interface StoredRecord {
  /** As readers get it. */
  annotation: Annotation;
  /** It was imported as the words of people elsewhere, and no person of this project has adopted it. */
  isForeign: boolean;
}

/** The columns by which annotations are found, and the record itself. */
export interface Columns {
  status: string;
  kind: string;
  place: string;
  app_id: string;
  author_id: string;
  session_id: string | null;
  holder: string | null;
  is_foreign: boolean;
  body: string;
}

export const columnNames = [
  'status',
  'kind',
  'place',
  'app_id',
  'author_id',
  'session_id',
  'holder',
  'is_foreign',
  'body',
] as const satisfies (keyof Columns)[];

export function toColumns(annotation: Annotation, isForeign: boolean): Columns {
  const { status, kind, appId, authorId, sessionId } = annotation;
  return {
    status,
    kind,
    place: searchable(placeKeyOf(annotation)),
    app_id: searchable(appId),
    author_id: searchable(authorId),
    session_id: sessionId === undefined ? null : searchable(sessionId),
    holder: status === 'acknowledged' ? searchable(annotation.claim.agentId) : null,
    is_foreign: isForeign,
    body: JSON.stringify(withoutOrigin(annotation)),
  };
}

/** For one record that was requested by its id. */
export function toRecord(row: Row): StoredRecord {
  return requireReadable(parseRow(row), text(row, 'id'));
}

/** Returns nothing for a record that cannot be read, so that the other records can be read. */
export function readable(row: Row): StoredRecord[] {
  const record = parseRow(row);
  return isProblem(record) ? [] : [record];
}

export function toUnreadable(row: Row): UnreadableRecord[] {
  const record = parseRow(row);
  return isProblem(record) ? [{ id: text(row, 'id'), reason: record.problem }] : [];
}

export function toChange(row: Row, epoch: string): Change[] {
  const columns = {
    type: text(row, 'type'),
    previousStatus: row.previous_status,
    previousPlace: jsonText(row.previous_place),
  };
  const cursor = cursorOf(row, epoch);
  return readable(row).map(({ annotation }) => changeFrom(columns, cursor, annotation));
}

export function cursorOf(row: Row, epoch: string): Cursor {
  return encodeCursor({ epoch, n: integer(row, 'n'), tag: text(row, 'tag') });
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`column ${column} holds ${value === null ? 'null' : typeof value}`);
}

export function integer(row: Row, column: string): number {
  const value = Number(row[column] ?? NaN);
  if (Number.isSafeInteger(value)) return value;
  throw new TypeError(`column ${column} holds no whole number`);
}

function parseRow(row: Row): StoredRecord | RecordProblem {
  const annotation = parseRecord(text(row, 'body'));
  if (isProblem(annotation)) return annotation;
  const isForeign = row.is_foreign === true;
  return { annotation: withOrigin(annotation, isForeign), isForeign };
}

/** Stored as JSON, which can hold every text. */
function jsonText(value: unknown): string | null {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : null;
  return typeof parsed === 'string' ? parsed : null;
}
