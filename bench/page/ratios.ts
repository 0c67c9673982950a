/** Which columns of a table say what: its label, its values, its ratios. Pure. */
import { rounded } from '../samples.ts';

import type { Table } from './record.ts';

type Row = Table['rows'][number];

export interface Columns {
  label: string;
  /** Ratios to a baseline or a peer. */
  ratios: string[];
  /** What a plot shows: the median if there is one, else what is measured. */
  value: string | null;
}

export function columnsOf({ rows }: Table): Columns {
  const names = Object.keys(rows[0] ?? {});
  const [label = ''] = names;
  const figures = names.slice(1).filter((name) => rows.every((row) => isFigure(row[name])));
  const ratios = names.filter((name) => /÷|\bratio\b|\bshare\b/.test(name));
  const values = figures.filter((name) => name !== 'n' && !ratios.includes(name));
  const measure = values.find((name) => name === 'p50') ?? values.find((name) => measures.test(name));
  return { label, ratios, value: measure ?? values[0] ?? null };
}

const measures = /^(tokens|gzip|recall|commits)/;

/** Adds a ratio to the row that calls itself a baseline, where a table has medians and no ratio of its own. */
export function withRatio(table: Table): Table {
  const { label, ratios } = columnsOf(table);
  const baseline = table.rows.find((row) => /baseline|^bare\b|^without\b/i.test(String(row[label])));
  const base = Number(baseline?.p50);
  if (ratios.length > 0 || !(base > 0)) return table;
  return { ...table, rows: table.rows.map((row) => withRatioTo(base, row)) };
}

function withRatioTo(base: number, row: Row): Row {
  return { ...row, 'p50 ÷ baseline': isFigure(row.p50) ? rounded(Number(row.p50) / base) : '–' };
}

function isFigure(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
