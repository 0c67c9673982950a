/** The queries of the tables. Each function is one statement. */
import type { Cursor, FeedEvent } from '@annotate-mcp/core';
import { placeKeyOf } from '@annotate-mcp/core';

import { decodeCursor, encodeCursor, type Position } from '../../feed/feed-cursor.ts';
import { decodePageCursor, encodePageCursor, limitOf } from '../../paging.ts';
import type { Portion, PortionOptions, PlacesQuery, Query, UnreadableRecord } from '../../store.ts';
import { eventSize } from '../stored-rows.ts';

import type { Queryable } from './owners.ts';
import type { Project } from './project.ts';
import {
  cursorOf,
  integer,
  readable,
  type Row,
  type StoredRecord,
  text,
  toChange,
  toRecord,
  toUnreadable,
} from './rows.ts';
import { isHashed, searchable } from './searchable.ts';
import { conditionsFor, Parameters } from './select.ts';

/** The tables of one project. */
export interface Tables {
  queryable: Queryable;
  schema: string;
  project: Project;
}

export async function findById(
  { queryable, schema, project }: Tables,
  id: string,
): Promise<StoredRecord | null> {
  const { rows } = await queryable.query(
    `SELECT id, body, is_foreign FROM ${schema}.annotations WHERE project = $1 AND id = $2`,
    [project.id, searchable(id)],
  );
  const [row] = rows;
  return row === undefined ? null : toRecord(row);
}

export async function selectPortion(tables: Tables, query: Query, paging: PortionOptions): Promise<Portion> {
  const most = limitOf(paging.limit);
  const statement = pageStatement(tables, query, paging, most + 1);
  if (statement === null) return { annotations: [], nextCursor: null };
  const { rows } = await tables.queryable.query(statement.sql, statement.values);
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return {
    annotations: shown.flatMap(readable).map(({ annotation }) => annotation),
    nextCursor: last === undefined || rows.length <= most ? null : encodePageCursor([integer(last, 'seq')]),
  };
}

/** `null` when no annotation can match. */
export function pageStatement(
  { schema, project }: Pick<Tables, 'schema' | 'project'>,
  query: Query,
  { cursor, order = 'oldest' }: PortionOptions,
  limit: number,
): { sql: string; values: unknown[] } | null {
  const [after] = decodePageCursor(cursor, isKey) ?? [order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER];
  const parameters = new Parameters();
  const conditions = conditionsFor(project.id, query, parameters);
  if (conditions.length === 0) return null;
  const [beyond, direction] = order === 'oldest' ? ['>', 'ASC'] : ['<', 'DESC'];
  const [position, most] = [parameters.add(after), parameters.add(limit)];
  const branches = conditions.map(
    (condition) =>
      `(SELECT seq, body, is_foreign FROM ${schema}.annotations
        WHERE ${condition} AND seq ${beyond} ${position} ORDER BY seq ${direction} LIMIT ${most})`,
  );
  const sql =
    branches.length === 1
      ? (branches[0] ?? '')
      : `${branches.join(' UNION ALL ')} ORDER BY seq ${direction} LIMIT ${most}`;
  return { sql, values: parameters.values };
}

function isKey(key: unknown): key is [number] {
  return Array.isArray(key) && key.length === 1 && Number.isSafeInteger(key[0]);
}

export async function count({ queryable, schema, project }: Tables, query: Query): Promise<number> {
  const parameters = new Parameters();
  const conditions = conditionsFor(project.id, query, parameters);
  if (conditions.length === 0) return 0;
  const { rows } = await queryable.query(
    conditions
      .map((condition) => `SELECT count(*) AS n FROM ${schema}.annotations WHERE ${condition}`)
      .join(' UNION ALL '),
    parameters.values,
  );
  return rows.reduce((sum, row) => sum + integer(row, 'n'), 0);
}

export async function searchRecords(
  { queryable, schema, project }: Tables,
  searched: string,
): Promise<string[]> {
  const { rows } = await queryable.query(
    `SELECT id, body, is_foreign FROM ${schema}.annotations WHERE project = $1 AND strpos(body, $2) > 0`,
    [project.id, searched],
  );
  // The column has a hash of a long id. A record that cannot be read still counts.
  return rows.map((row) => readable(row)[0]?.annotation.id ?? text(row, 'id'));
}

export async function places({ queryable, schema, project }: Tables, query: PlacesQuery): Promise<string[]> {
  const parameters = new Parameters();
  const [condition = 'FALSE'] = conditionsFor(project.id, query, parameters);
  const { rows } = await queryable.query(
    `SELECT DISTINCT ON (place) place, CASE WHEN place LIKE 'sha256:%' THEN body END AS body, is_foreign
     FROM ${schema}.annotations WHERE ${condition} ORDER BY place`,
    parameters.values,
  );
  return rows.flatMap(placeIn).sort();
}

function placeIn(row: Row): string[] {
  const place = text(row, 'place');
  return isHashed(place) ? readable(row).map(({ annotation }) => placeKeyOf(annotation)) : [place];
}

/** Reads everything, in portions so small that what else the process does goes on between them. */
export async function selectUnreadable({ queryable, schema, project }: Tables): Promise<UnreadableRecord[]> {
  const found: UnreadableRecord[] = [];
  let after = 0;
  for (;;) {
    const { rows } = await queryable.query(
      `SELECT seq, id, body FROM ${schema}.annotations WHERE project = $1 AND seq > $2 ORDER BY seq LIMIT 50`,
      [project.id, after],
    );
    found.push(...rows.flatMap(toUnreadable));
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = integer(last, 'seq');
  }
}

export async function changesSince(tables: Tables, cursor: Cursor): Promise<FeedEvent> {
  const { project } = tables;
  const position = decodeCursor(cursor);
  const { head, rows } = await readFrom(tables, position?.n ?? Number.MAX_SAFE_INTEGER);
  if (position?.epoch !== project.epoch || head.epoch !== project.epoch || !isKnown(position, rows, head))
    return { type: 'resync', cursor: encodeCursor(head) };
  const later = position.n === 0 ? rows : rows.slice(1);
  const last = later.at(-1);
  const changes = later.flatMap((row) => toChange(row, project.epoch));
  if (last === undefined) return { type: 'changes', changes, cursor, isUpToDate: true };
  const end = cursorOf(last, project.epoch);
  // The cursor also passes records that could not be read; they would block all later ones.
  if (changes.length === 0) return changesSince(tables, end);
  const isUpToDate = integer(last, 'n') === head.n;
  return { type: 'changes', changes, cursor: end, ...(isUpToDate && { isUpToDate }) };
}

/** The change at this number and those after it, with the newest one, all of one moment. */
async function readFrom(
  { queryable, schema, project }: Tables,
  n: number,
): Promise<{ head: Position; rows: Row[] }> {
  const { rows } = await queryable.query(
    `SELECT epoch, projects.n AS head_n, projects.tag AS head_tag, later.*
     FROM ${schema}.projects LEFT JOIN LATERAL (
       SELECT n, tag, type, previous_status, previous_place, is_foreign,
         CASE WHEN n > $2 THEN body ELSE '' END AS body
       FROM ${schema}.changes WHERE project = projects.id AND n >= $2 ORDER BY n LIMIT $3
     ) later ON TRUE WHERE id = $1 ORDER BY later.n`,
    [project.id, n, eventSize + 1],
  );
  const [first] = rows;
  // A project that was deleted has no changes, and its readers find nothing when they list again.
  if (first === undefined) return { head: { epoch: 'gone', n: 0, tag: '' }, rows: [] };
  const head = { epoch: text(first, 'epoch'), n: integer(first, 'head_n'), tag: text(first, 'head_tag') };
  return { head, rows: rows.filter((row) => row.n !== null) };
}

/** Whether the change that the reader saw last is the one that stands here. */
function isKnown({ n, tag }: Position, rows: readonly Row[], head: Position): boolean {
  const [first] = rows;
  // A reader that has seen nothing needs the very first change still to be there.
  if (n === 0) return first === undefined ? head.n === 0 : integer(first, 'n') === 1;
  return first !== undefined && integer(first, 'n') === n && first.tag === tag;
}

export async function head({ queryable, schema, project }: Tables): Promise<Cursor> {
  const { rows } = await queryable.query(`SELECT n, tag FROM ${schema}.projects WHERE id = $1`, [project.id]);
  const [row] = rows;
  return row === undefined ? encodeCursor({ epoch: 'gone', n: 0, tag: '' }) : cursorOf(row, project.epoch);
}
