/** The changes that a store offers, each as what it locks and what it decides. */
import type { PoolClient } from 'pg';

import type { Annotation } from '@annotate-mcp/core';

import { checked } from '../../checked.ts';
import type { UpdateAnnotation, Query, Updated } from '../../store.ts';
import { withOrigin, withoutOrigin } from '../../trust/provenance.ts';

import type { Project } from './project.ts';
import { columnNames, readable, type Row, type StoredRecord, toColumns, toRecord } from './rows.ts';
import { searchable } from './searchable.ts';
import { conditionsFor, Parameters } from './select.ts';
import type { Operation, Write } from './writer.ts';

/** The schema and the project in whose tables an operation finds its annotations. */
export interface ProjectTables {
  schema: string;
  project: Project;
}

/** Inserting is the lock: another process that adds the same id waits, and then finds what is stored. */
export function addition(
  tables: ProjectTables,
  given: Annotation,
): Operation<StoredRecord | null, Annotation> {
  const annotation = checked(given);
  const isForeign = annotation.origin === 'repository';
  return {
    lock: async (client) => {
      const isNew = await insert(client, tables, annotation, isForeign);
      return isNew ? null : lockById(client, tables, annotation.id);
    },
    decide: (found) =>
      found === null
        ? {
            result: withOrigin(annotation, isForeign),
            writes: [{ type: 'added', before: null, annotation, isForeign }],
          }
        : { result: found.annotation, writes: [] },
  };
}

export function update(
  tables: ProjectTables,
  id: string,
  move: UpdateAnnotation,
): Operation<StoredRecord | null, Updated | null> {
  return {
    lock: (client) => lockById(client, tables, id),
    decide: (record) => {
      if (record === null) return { result: null, writes: [] };
      const { updated, writes } = applyMove(record, move);
      return { result: updated, writes };
    },
  };
}

export function updateAll(
  tables: ProjectTables,
  query: Query,
  move: UpdateAnnotation,
): Operation<StoredRecord[], Updated[]> {
  return {
    lock: (client) => lockMatching(client, tables, query),
    decide: (records) => {
      const moved = records.map((record) => applyMove(record, move));
      return { result: moved.map(({ updated }) => updated), writes: moved.flatMap(({ writes }) => writes) };
    },
  };
}

export function removal(tables: ProjectTables, id: string): Operation<StoredRecord | null, boolean> {
  return {
    lock: (client) => lockById(client, tables, id),
    decide: (record) => ({
      result: record !== null,
      writes: record === null ? [] : applyMove(record, () => null).writes,
    }),
  };
}

export function adoption(
  tables: ProjectTables,
  ids: readonly string[],
): Operation<StoredRecord[], Annotation[]> {
  const query = `id = ANY($2) AND is_foreign`;
  return {
    lock: (client) => lockWhere(client, tables, query, [ids.map(searchable)]),
    decide: (records) => ({
      result: records.map(({ annotation }) => withoutOrigin(annotation)),
      writes: records.map(({ annotation }) => ({
        type: 'updated',
        before: annotation,
        annotation: withoutOrigin(annotation),
        isForeign: false,
      })),
    }),
  };
}

/** `after` equals `before` when the move changed nothing. */
function applyMove(
  { annotation: before, isForeign }: StoredRecord,
  move: UpdateAnnotation,
): { updated: Updated; writes: Write[] } {
  const after = move(before);
  if (after === before) return { updated: { before, after }, writes: [] };
  if (after === null) {
    return {
      updated: { before, after },
      writes: [{ type: 'removed', before, annotation: before, isForeign }],
    };
  }
  const annotation = checked(after);
  return {
    updated: { before, after: withOrigin(annotation, isForeign) },
    writes: [{ type: 'updated', before, annotation, isForeign }],
  };
}

async function insert(
  client: PoolClient,
  { schema, project }: ProjectTables,
  annotation: Annotation,
  isForeign: boolean,
): Promise<boolean> {
  const columns = toColumns(annotation, isForeign);
  const values = [project.id, searchable(annotation.id), ...columnNames.map((name) => columns[name])];
  const { rowCount } = await client.query(
    `INSERT INTO ${schema}.annotations (project, id, ${columnNames.join(', ')})
     VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT (project, id) DO NOTHING`,
    values,
  );
  return rowCount === 1;
}

async function lockById(
  client: PoolClient,
  { schema, project }: ProjectTables,
  id: string,
): Promise<StoredRecord | null> {
  const { rows } = await client.query<Row>(
    `SELECT id, body, is_foreign FROM ${schema}.annotations WHERE project = $1 AND id = $2 FOR UPDATE`,
    [project.id, searchable(id)],
  );
  const [row] = rows;
  return row === undefined ? null : toRecord(row);
}

async function lockMatching(
  client: PoolClient,
  tables: ProjectTables,
  query: Query,
): Promise<StoredRecord[]> {
  const parameters = new Parameters();
  const conditions = conditionsFor(tables.project.id, query, parameters);
  if (conditions.length === 0) return [];
  return select(
    client,
    tables,
    conditions.map((condition) => `(${condition})`).join(' OR '),
    parameters.values,
  );
}

function lockWhere(
  client: PoolClient,
  tables: ProjectTables,
  condition: string,
  values: unknown[],
): Promise<StoredRecord[]> {
  return select(client, tables, `project = $1 AND ${condition}`, [tables.project.id, ...values]);
}

/** Always in the same order, so that two transactions cannot wait for each other. */
async function select(
  client: PoolClient,
  { schema }: ProjectTables,
  condition: string,
  values: unknown[],
): Promise<StoredRecord[]> {
  const { rows } = await client.query<Row>(
    `SELECT id, body, is_foreign FROM ${schema}.annotations WHERE ${condition} ORDER BY seq FOR UPDATE`,
    values,
  );
  return rows.flatMap(readable);
}
