/** Finds what a list shows: by index, filtered and searched in the database. The store reads the annotations themselves. */
import { z } from 'zod';

import {
  openStatuses,
  parseJson,
  placeKey,
  type Status,
  sentStatuses,
  unclosedStatuses,
} from '@annotate-mcp/core';
import { searchable } from '@annotate-mcp/store/postgres-searchable';

import type { Database } from '../database/database.ts';

export const shownNames = ['open', 'waiting', 'unread', ...sentStatuses, 'all'] as const;
type ShownName = (typeof shownNames)[number];

export interface ListFilter {
  readonly show: ShownName;
  /** The id of a person. */
  readonly author?: string;
  /** `unassigned`, the id of a person, or `agent <name>`. */
  readonly assignee?: string;
  /** Any address of the page. */
  readonly page?: string;
  /** Each of these words is in what an annotation says or is about; case and accents do not count. */
  readonly text?: string;
  /** Only this annotation, whatever the rest says. */
  readonly id?: string;
}

export interface Reader {
  readonly project: string;
  /** The id of the member, under which they write too. */
  readonly member: string;
}

export interface Found {
  /** The newest activity first. */
  readonly ids: readonly string[];
  readonly unread: readonly string[];
  readonly next: string | null;
}

/** All pages of a project are served as one app. */
export const appId = '.';
/** More words say nothing more. */
const mostWords = 10;

export async function findAnnotations(
  { query }: Pick<Database, 'query'>,
  reader: Reader,
  filter: ListFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Found> {
  const values: unknown[] = [reader.project, reader.member, appId, limit + 1];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const rows = await query<{ id: string; activity: string; unread: boolean }>(
    `SELECT a.id, ${activity} AS activity, ${unreadCondition} AS unread ${listedRows}
     WHERE ${[...listedConditions, ...termsFor(filter, add), ...conditionsAfter(after, add)].join(' AND ')}
     ORDER BY ${activity} DESC, a.id DESC LIMIT $4`,
    values,
  );
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    ids: listed.map(({ id }) => id),
    unread: listed.filter(({ unread }) => unread).map(({ id }) => id),
    next: last === undefined ? null : encodeAfter([last.activity, last.id]),
  };
}

/** Lists sort by this expression, which the index has. */
const activity = `coalesce(a.summary ->> 'activity', '') COLLATE "C"`;

/** `$1` is the project, `$2` the member, `$3` the app. */
export const listedRows = `FROM store_annotations a
  JOIN store_projects p ON p.id = a.project
  JOIN team_members m ON m.id = $2
  LEFT JOIN team_seen s ON s.member = m.id AND s.annotation = a.id`;
export const listedConditions = [
  'p.name = $1',
  'a.app_id = $3',
  `(a.status <> 'draft' OR a.author_id = m.id::text)`,
];

/** Another author wrote last, after the person last looked at the thread or joined the project. */
export const unreadCondition = `(a.status <> 'draft' AND NOT a.is_foreign
  AND coalesce(a.summary ->> 'newsBy', '') <> m.id::text
  AND coalesce(a.summary ->> 'newsAt', '') COLLATE "C" > coalesce(s.at,
    to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`;

/** It is the person's turn: what they asked for was answered or done, or it was given to them. */
export const waitingCondition = `(a.summary ->> 'waits' = m.id::text
  OR (a.status IN (${inSql(openStatuses)}) AND a.summary ->> 'assignee' = m.id::text))`;

export const openCondition = `a.status IN (${inSql(unclosedStatuses)})`;

function inSql(statuses: readonly Status[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

type AddValue = (value: unknown) => string;

function termsFor({ show, author, assignee, page, text = '', id }: ListFilter, add: AddValue): string[] {
  if (id !== undefined) return [`a.id = ${add(id)}`];
  return [
    ...shownTerm(show),
    ...(author === undefined ? [] : [`a.author_id = ${add(searchable(author))}`]),
    ...(assignee === undefined ? [] : [assigneeTerm(assignee, add)]),
    ...(page === undefined ? [] : [`a.place = ${add(searchable(placeKey(page)))}`]),
    ...wordsIn(text).map((word) => `strpos(a.summary ->> 'text', store_comparable(${add(word)})) > 0`),
  ];
}

function shownTerm(show: ShownName): string[] {
  if (show === 'all') return [];
  if (show === 'open') return [openCondition];
  if (show === 'waiting') return [waitingCondition];
  if (show === 'unread') return [unreadCondition];
  return [`a.status = '${show satisfies Status}'`];
}

function assigneeTerm(assignee: string, add: AddValue): string {
  return assignee === 'unassigned'
    ? `NOT a.summary ? 'assignee'`
    : `a.summary ->> 'assignee' = ${add(searchable(assignee))}`;
}

/** PostgreSQL takes no zero character and no half of a surrogate pair. */
function wordsIn(text: string): string[] {
  return text.toWellFormed().replaceAll('\0', ' ').split(/\s+/).filter(Boolean).slice(0, mostWords);
}

const afterSchema = z.tuple([z.string().max(100), z.string().max(100)]);

function conditionsAfter(after: string | undefined, add: AddValue): string[] {
  if (after === undefined) return [];
  const position = readAfter(after);
  // One that is not ours has nothing behind it.
  if (position === null) return ['FALSE'];
  return [`(${activity}, a.id) < (${add(searchable(position[0]))}, ${add(searchable(position[1]))})`];
}

function encodeAfter(position: z.output<typeof afterSchema>): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readAfter(after: string): z.output<typeof afterSchema> | null {
  try {
    return afterSchema.parse(parseJson(Buffer.from(after, 'base64url').toString()));
  } catch {
    return null;
  }
}
