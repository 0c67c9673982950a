import type { SQLInputValue } from 'node:sqlite';

import { placeKey, type Status } from '@annotate-mcp/core';

import type { Query } from '../../store.ts';

export interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/**
 * One condition for each status asked for, so that each is a walk along one index in creation order and a page
 * costs the same however large the store is. They exclude each other; the caller merges. With a mark, what is asked for
 * as this user's own includes records whose facts say so, wrongly if the record was changed by hand.
 */
export function conditionsFor(query: Query, isTrusted = false, mark: string | null = null): Condition[] {
  const { ids, status, kind, place, sessionId, appId, holder, draftsOf, origin } = query;
  const narrow = ids !== undefined || place !== undefined || sessionId !== undefined || holder !== undefined;
  const shared: Term[] = [
    ...term('id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids)),
    ...term('place = ?', place === undefined ? undefined : placeKey(place)),
    ...term('session_id = ?', sessionId),
    ...term('holder = ?', holder),
    ...term('+kind = ?', kind),
    ...term(narrow || status !== undefined ? '+app_id = ?' : 'app_id = ?', appId),
    ...originRule(origin, isTrusted, mark),
  ];
  if (status === undefined) return [all([...shared, ...draftRule(draftsOf)])];
  // The plus keeps SQLite from walking along every pending annotation when one page was requested.
  const column = narrow ? '+status' : 'status';
  return [...new Set(status)].map((value) => all([...shared, ...statusRule(column, value, draftsOf)]));
}

interface Term {
  sql: string;
  value?: SQLInputValue;
}

function term(sql: string, value: string | undefined): Term[] {
  return value === undefined ? [] : [{ sql, value }];
}

/** Where the whole repository is trusted, everything counts as the user's own. */
function originRule(origin: Query['origin'], isTrusted: boolean, mark: string | null): Term[] {
  if (origin === undefined) return [];
  if (isTrusted) return origin === 'own' ? [] : [{ sql: 'FALSE' }];
  if (origin === 'repository') return [{ sql: 'NOT is_sealed(body, seal)' }];
  if (mark === null) return [{ sql: 'is_sealed(body, seal)' }];
  const hasFacts =
    'EXISTS (SELECT 1 FROM facts AS f WHERE f.seq = annotations.seq AND f.seal = annotations.seal AND f.mark = ?)';
  return [{ sql: `(is_sealed(body, seal) OR ${hasFacts})`, value: mark }];
}

function draftRule(draftsOf: string | undefined): Term[] {
  return draftsOf === undefined
    ? [{ sql: "+status <> 'draft'" }]
    : [{ sql: "(+status <> 'draft' OR author_id = ?)", value: draftsOf }];
}

function statusRule(column: string, status: Status, draftsOf: string | undefined): Term[] {
  const rule = { sql: `${column} = ?`, value: status };
  if (status !== 'draft') return [rule];
  return draftsOf === undefined ? [{ sql: 'FALSE' }] : [rule, { sql: 'author_id = ?', value: draftsOf }];
}

function all(terms: Term[]): Condition {
  return {
    sql: terms.map(({ sql }) => sql).join(' AND '),
    values: terms.flatMap(({ value }) => (value === undefined ? [] : [value])),
  };
}
