/** What is done to the tables, each function inside a transaction or a read of its caller. */
import { randomBytes } from 'node:crypto';

import type { Annotation, Change, Cursor, FeedEvent, Status } from '@annotate-mcp/core';

import { checked } from '../../checked.ts';
import { decodeCursor, encodeCursor, type Position } from '../../feed/feed-cursor.ts';
import { decodePageCursor, encodePageCursor, limitOf } from '../../paging.ts';
import type { Database } from '../../sqlite/database.ts';
import { integer, text } from '../../sqlite/row.ts';
import type { Move, Page, Paging, Query, Updated } from '../../store.ts';

import { fromBody, cursorOf, readable, toChange, toColumns } from './rows.ts';
import { conditionsFor } from './select.ts';
import type { OpenFile } from './store-file.ts';

export function findById(database: Database, id: string): Annotation | null {
  const row = database.get('SELECT body FROM annotations WHERE id = ?', id);
  return row === undefined ? null : fromBody(row);
}

export function insert(database: Database, annotation: Annotation): void {
  const body = JSON.stringify(annotation);
  database.run(
    `INSERT INTO annotations (id, status, kind, place, app_id, author_id, session_id, holder, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    annotation.id,
    ...toColumns(annotation),
    body,
  );
  record(database, 'added', null, body);
}

/** Applies a move to one stored annotation; `after` equals `before` when the move changed nothing. */
export function applyMove(database: Database, before: Annotation, move: Move): Updated {
  const after = move(before);
  if (after !== null && after !== before) checked(after);
  if (after === null) {
    database.run('DELETE FROM annotations WHERE id = ?', before.id);
    record(database, 'removed', null, JSON.stringify(before));
  } else if (after !== before) {
    const body = JSON.stringify(after);
    database.run(
      `UPDATE annotations SET status = ?, kind = ?, place = ?, app_id = ?, author_id = ?, session_id = ?, holder = ?,
       body = ? WHERE id = ?`,
      ...toColumns(after),
      body,
      before.id,
    );
    record(database, 'updated', before.status, body);
  }
  return { before, after };
}

export function selectAll(database: Database, query: Query): Annotation[] {
  const rows = conditionsFor(query).flatMap(({ sql, values }) =>
    database.all(`SELECT seq, body FROM annotations WHERE ${sql} ORDER BY seq`, ...values),
  );
  return rows.sort((a, b) => integer(a, 'seq') - integer(b, 'seq')).flatMap(readable);
}

export function count(database: Database, query: Query): number {
  return conditionsFor(query)
    .map(({ sql, values }) => database.get(`SELECT count(*) AS n FROM annotations WHERE ${sql}`, ...values))
    .reduce((sum, row) => sum + integer(row ?? {}, 'n'), 0);
}

export function places(database: Database): string[] {
  return database
    .all("SELECT DISTINCT place FROM annotations WHERE status <> 'draft' ORDER BY place")
    .map((row) => text(row, 'place'));
}

export function selectPage(
  database: Database,
  query: Query,
  { limit, cursor, order = 'oldest' }: Paging,
): Page {
  const most = limitOf(limit);
  const [after] = decodePageCursor(cursor, isKey) ?? [order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER];
  const [beyond, direction, sign] = order === 'oldest' ? ['seq > ?', 'ASC', 1] : ['seq < ?', 'DESC', -1];
  const rows = conditionsFor(query)
    .flatMap(({ sql, values }) =>
      database.all(
        `SELECT seq, body FROM annotations WHERE ${sql} AND ${beyond} ORDER BY seq ${direction} LIMIT ?`,
        ...values,
        after,
        most + 1,
      ),
    )
    .sort((a, b) => sign * (integer(a, 'seq') - integer(b, 'seq')));
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return {
    annotations: shown.flatMap(readable),
    nextCursor: last === undefined || rows.length <= most ? null : encodePageCursor([integer(last, 'seq')]),
  };
}

function isKey(key: unknown): key is [number] {
  return Array.isArray(key) && key.length === 1 && Number.isSafeInteger(key[0]);
}

/** How many changes one event holds at most. */
const eventSize = 500;

export function changesSince({ database, epoch }: Feeding, cursor: Cursor): FeedEvent {
  const position = decodeCursor(cursor);
  if (position?.epoch !== epoch || !isKnown(database, position)) {
    return { type: 'resync', cursor: head({ database, epoch }) };
  }
  const rows = database.all(
    'SELECT n, tag, type, previous_status, body FROM changes WHERE n > ? ORDER BY n LIMIT ?',
    position.n,
    eventSize,
  );
  const last = rows.at(-1);
  const changes = rows.flatMap((row) => toChange(row, epoch));
  // The cursor also passes records that could not be read; they would block all later ones.
  if (last === undefined) return { type: 'changes', changes, cursor };
  const end = cursorOf(last, epoch);
  if (changes.length === 0) return changesSince({ database, epoch }, end);
  return { type: 'changes', changes, cursor: end };
}

type Feeding = Pick<OpenFile, 'database' | 'epoch'>;

export function head({ database, epoch }: Feeding): Cursor {
  const row = database.get('SELECT n, tag FROM changes ORDER BY n DESC LIMIT 1');
  return row === undefined ? encodeCursor({ epoch, n: 0, tag: '' }) : cursorOf(row, epoch);
}

/** Whether the change that the reader saw last is the one that stands here. */
function isKnown(database: Database, { n, tag }: Position): boolean {
  if (n > 0) return database.get('SELECT tag FROM changes WHERE n = ?', n)?.tag === tag;
  // A reader that has seen nothing needs the very first change still to be there.
  const first = database.get('SELECT n FROM changes ORDER BY n LIMIT 1');
  return first === undefined || first.n === 1;
}

/** Deletes in portions, so that no single write takes long. */
export function prune(database: Database, keep: number): void {
  const row = database.get(
    'SELECT (SELECT n FROM changes ORDER BY n LIMIT 1) AS oldest, (SELECT n FROM changes ORDER BY n DESC LIMIT 1) AS newest',
  );
  if (typeof row?.oldest !== 'number' || typeof row.newest !== 'number') return;
  const surplus = row.newest - row.oldest + 1 - keep;
  if (surplus >= portion) database.run('DELETE FROM changes WHERE n < ?', row.oldest + surplus);
}

const portion = 64;

function record(database: Database, type: Change['type'], previousStatus: Status | null, body: string): void {
  database.run(
    'INSERT INTO changes (tag, type, previous_status, body) VALUES (?, ?, ?, ?)',
    randomBytes(4).toString('hex'),
    type,
    previousStatus,
    body,
  );
}
