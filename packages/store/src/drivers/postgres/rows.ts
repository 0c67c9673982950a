import type { Annotation, Change, Cursor, Status } from '@annotate-mcp/core';
import { AnnotateError, placeKeyOf, statuses } from '@annotate-mcp/core';

import { encodeCursor } from '../../feed/feed-cursor.ts';
import { isProblem, parseRecord } from '../../parse-record.ts';
import type { SetAside } from '../../store.ts';
import { withOrigin, withoutOrigin } from '../../trust/provenance.ts';

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

/** For one record that was asked for by its id. */
export function toRecord(row: Row): StoredRecord {
  const record = parseRecord(text(row, 'body'));
  if (!isProblem(record)) return stored(record, row);
  throw new AnnotateError(
    'store/unreadable',
    `The stored annotation ${text(row, 'id')} is not valid: ${record.problem}.`,
    { hint: 'A newer annotate-mcp may have written it: update this one. It was left untouched.' },
  );
}

/** Returns nothing for a record that cannot be read, so that the other records can be read. */
export function readable(row: Row): StoredRecord[] {
  const record = parseRecord(text(row, 'body'));
  return isProblem(record) ? [] : [stored(record, row)];
}

export function toSetAside(row: Row): SetAside[] {
  const record = parseRecord(text(row, 'body'));
  return isProblem(record) ? [{ id: text(row, 'id'), reason: record.problem }] : [];
}

export function toChange(row: Row, epoch: string): Change[] {
  const cursor = cursorOf(row, epoch);
  return readable(row).map(({ annotation }): Change => {
    switch (text(row, 'type')) {
      case 'added':
        return { type: 'added', cursor, annotation };
      case 'removed':
        return { type: 'removed', cursor, annotation };
      default: {
        const previousPlace = jsonText(row.previous_place);
        return {
          type: 'updated',
          cursor,
          annotation,
          previousStatus: statusOf(row.previous_status),
          ...(previousPlace !== null && { previousPlace }),
        };
      }
    }
  });
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

function stored(annotation: Annotation, row: Row): StoredRecord {
  const isForeign = row.is_foreign === true;
  return { annotation: withOrigin(annotation, isForeign), isForeign };
}

/** Stored as JSON, which can hold every text. */
function jsonText(value: unknown): string | null {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : null;
  return typeof parsed === 'string' ? parsed : null;
}

function statusOf(value: unknown): Status {
  return statuses.find((status) => status === value) ?? 'pending';
}
