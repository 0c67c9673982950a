import type { SQLOutputValue } from 'node:sqlite';

import type { Row } from './database.ts';

/** Reads a column and checks its type, which SQLite does not enforce. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw wrongTypeError(column, value);
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw wrongTypeError(column, value);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

function wrongTypeError(column: string, value: SQLOutputValue | undefined): TypeError {
  return new TypeError(`column ${column} holds ${value === null ? 'null' : typeof value}`);
}
