import { placeKey, type Status } from '@annotate-mcp/core';

import type { Query } from '../../store.ts';

import { searchable } from './searchable.ts';

/** The values of one statement, in the order of their `$1`, `$2`, … */
export class Parameters {
  readonly values: unknown[] = [];

  /** Returns how the statement names the value. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * One condition for each status asked for, so that each is a walk along one index in order of arrival and a page costs
 * the same however large the project is. They exclude each other.
 */
export function conditionsFor(project: number, query: Query, parameters: Parameters): string[] {
  const { status, draftsOf } = query;
  const shared = sharedTerms(project, query, parameters);
  if (status === undefined) return [[...shared, draftRule(draftsOf, parameters)].join(' AND ')];
  return [...new Set(status)].map((value) =>
    [...shared, statusRule(value, draftsOf, parameters)].join(' AND '),
  );
}

function sharedTerms(project: number, query: Query, parameters: Parameters): string[] {
  const { ids, kind, place, sessionId, appId, holder, origin } = query;
  const term = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = ${parameters.add(searchable(value))}`];
  return [
    `project = ${parameters.add(project)}`,
    ...(ids === undefined ? [] : [`id = ANY(${parameters.add(ids.map(searchable))})`]),
    ...term('place', place === undefined ? undefined : placeKey(place)),
    ...term('session_id', sessionId),
    ...term('holder', holder),
    ...term('kind', kind),
    ...term('app_id', appId),
    ...(origin === undefined ? [] : [origin === 'own' ? 'NOT is_foreign' : 'is_foreign']),
  ];
}

function draftRule(draftsOf: string | undefined, parameters: Parameters): string {
  if (draftsOf === undefined) return "status <> 'draft'";
  return `(status <> 'draft' OR author_id = ${parameters.add(searchable(draftsOf))})`;
}

function statusRule(status: Status, draftsOf: string | undefined, parameters: Parameters): string {
  if (status !== 'draft') return `status = ${parameters.add(status)}`;
  // Every value that is passed has to be named by the statement, so none is added here.
  if (draftsOf === undefined) return 'FALSE';
  return `status = 'draft' AND author_id = ${parameters.add(searchable(draftsOf))}`;
}
