import type { Annotation, Change, Cursor } from '@annotate-mcp/core';
import { placeKeyOf } from '@annotate-mcp/core';

import { encodeCursor } from '../../feed/feed-cursor.ts';
import { isProblem, parseRecord, type RecordProblem } from '../../parse-record.ts';
import type { Row } from '../../sqlite/database.ts';
import { integer, text, textOrNull } from '../../sqlite/row.ts';
import type { UnreadableRecord } from '../../store.ts';
import { canonicalJson } from '../../trust/canonical-json.ts';
import { withOrigin, withoutOrigin } from '../../trust/provenance.ts';
import { changeFrom, requireReadable } from '../stored-rows.ts';

import { isRowSealed, type Tables } from './tables.ts';

export interface StoredRecord {
  /** As readers get it. */
  annotation: Annotation;
  isSealed: boolean;
}

/** Values for the columns of `annotations` after `id`, in their order. */
export function toColumns(annotation: Annotation, isSealed: boolean, { sealer }: Tables) {
  const body = canonicalJson(withoutOrigin(annotation));
  return [
    annotation.status,
    annotation.kind,
    placeKeyOf(annotation),
    annotation.appId,
    annotation.authorId,
    annotation.sessionId ?? null,
    annotation.status === 'acknowledged' ? annotation.claim.agentId : null,
    body,
    isSealed ? sealer.sealText(body) : null,
  ] as const;
}

/** For one record that was requested by its id. */
export function toRecord(row: Row, tables: Tables): StoredRecord {
  return requireReadable(parseRow(row, tables), text(row, 'id'));
}

/** Returns nothing for a record that cannot be read, so that the other records can be read. */
export function readable(row: Row, tables: Tables): StoredRecord[] {
  const record = parseRow(row, tables);
  return isProblem(record) ? [] : [record];
}

export function toUnreadable(row: Row, tables: Tables): UnreadableRecord[] {
  const record = parseRow(row, tables);
  return isProblem(record) ? [{ id: text(row, 'id'), reason: record.problem }] : [];
}

export function cursorOf(row: Row, epoch: string): Cursor {
  return encodeCursor({ epoch, n: integer(row, 'n'), tag: text(row, 'tag') });
}

export function toChange(row: Row, tables: Tables): Change[] {
  const columns = {
    type: text(row, 'type'),
    previousStatus: row.previous_status,
    previousPlace: textOrNull(row, 'previous_place'),
  };
  const cursor = cursorOf(row, tables.epoch);
  return readable(row, tables).map(({ annotation }) => changeFrom(columns, cursor, annotation));
}

/** Also of a change, whose row has no column `id`. */
export function parseRow(row: Row, tables: Tables): StoredRecord | RecordProblem {
  const { body } = row;
  if (typeof body !== 'string') return { problem: 'it is not text' };
  const annotation = parseRecord(body);
  if (isProblem(annotation)) return annotation;
  if (typeof row.id === 'string' && row.id !== annotation.id) {
    return { problem: 'it says that it has another id' };
  }
  const isSealed = isRowSealed(tables.sealer, body, row.seal);
  return { annotation: withOrigin(annotation, !isSealed && !tables.isTrusted), isSealed };
}
