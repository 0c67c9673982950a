/** Follows the rows of a Markdown table by what stands in their named columns, wherever row and columns went. */
import type { Lines } from './lines.ts';
import type { TextRange } from './placement.ts';

/** Where a range inside one row went; null where that is not certain. */
export type FollowRow = (range: TextRange, oldLine: number) => TextRange | null;

/**
 * The row of now has the same words in the columns of the same names, and is the only one that does, as the row of
 * before was: whatever else was added to the table, it is that row.
 */
export function createFollowRow(oldLines: Lines, newLines: Lines): FollowRow {
  const headers = { old: headersOf(oldLines.keys), new: headersOf(newLines.keys) };
  const tables = new Map<number, FollowedTable | null>();
  const tableOf = (header: number): FollowedTable | null => {
    let table = tables.get(header);
    if (table === undefined) {
      table = followTable(header, oldLines.keys, newLines.keys, headers);
      tables.set(header, table);
    }
    return table;
  };
  return (range, oldLine) => {
    const header = headers.old[oldLine] ?? none;
    const table = header === none ? null : tableOf(header);
    const newLine = table?.rows.get(oldLine);
    if (table === null || newLine === undefined) return null;
    const before = rowAt(oldLines, oldLine);
    const now = rowAt(newLines, newLine);
    const placed = table.columns.map((column) => now.cells[column] ?? now.whole);
    const start = edgeOf('start', range.start, before, { ...now, cells: placed });
    const end = edgeOf('end', range.end, before, { ...now, cells: placed });
    return start < end ? { start, end } : null;
  };
}

const none = -1;

/** For each line that is a row, or the header, of a table the line of the header. */
function headersOf(keys: readonly string[]): Int32Array {
  const headers = new Int32Array(keys.length).fill(none);
  let header = none;
  for (let line = 0; line < keys.length; line++) {
    const key = keys[line] ?? '';
    if (isDelimiterRow(keys[line + 1]) && key.includes('|') && !isDelimiterRow(key)) header = line;
    else if (!key.includes('|')) header = none;
    headers[line] = header;
  }
  return headers;
}

function isDelimiterRow(key: string | undefined): boolean {
  return key !== undefined && key.includes('-') && key.includes('|') && /^[\s|:-]+$/.test(key);
}

interface FollowedTable {
  /** For each column of before its index now. */
  readonly columns: readonly number[];
  /** New lines of the rows that are certain, by their old lines. */
  readonly rows: ReadonlyMap<number, number>;
}

type Sides<Type> = Readonly<Record<'old' | 'new', Type>>;

/** Null where no table of now, or more than one, has the columns of this one. */
function followTable(
  header: number,
  oldKeys: readonly string[],
  newKeys: readonly string[],
  headers: Sides<Int32Array>,
): FollowedTable | null {
  const names = cellTexts(oldKeys[header]);
  let found: { header: number; columns: number[] } | null = null;
  for (let line = 0; line < newKeys.length; line++) {
    if (headers.new[line] !== line) continue;
    const columns = onlyColumns(names, cellTexts(newKeys[line]));
    if (columns === null) continue;
    if (found !== null) return null;
    found = { header: line, columns };
  }
  if (found === null) return null;
  const { columns } = found;
  const rowsBefore = rowsByWords(header, headers.old, oldKeys, [...names.keys()]);
  const rowsNow = rowsByWords(found.header, headers.new, newKeys, columns);
  const rows = new Map<number, number>();
  for (const [words, line] of rowsBefore) {
    const now = rowsNow.get(words) ?? none;
    if (line !== none && now !== none) rows.set(line, now);
  }
  return { columns, rows };
}

/** Where the names stand among those of now; null unless each is there once on both sides, in the same order. */
function onlyColumns(names: readonly string[], now: readonly string[]): number[] | null {
  if (names.length < 2 || new Set(names).size < names.length) return null;
  const columns = names.map((name) => now.indexOf(name));
  const areThere = columns.every(
    (column, index) =>
      column > (columns[index - 1] ?? none) && now.lastIndexOf(names[index] ?? '') === column,
  );
  return areThere ? columns : null;
}

/** The rows below a header by their words in these columns; `none` for words that several rows have. */
function rowsByWords(
  header: number,
  headers: Int32Array,
  keys: readonly string[],
  columns: readonly number[],
): Map<string, number> {
  const rows = new Map<string, number>();
  for (let line = header + 2; headers[line] === header; line++) {
    const cells = cellTexts(keys[line]);
    const words = columns.map((column) => cells[column] ?? '').join('|');
    rows.set(words, rows.has(words) ? none : line);
  }
  return rows;
}

interface Row {
  readonly whole: TextRange;
  readonly cells: readonly TextRange[];
}

function rowAt(lines: Lines, line: number): Row {
  const start = lines.starts[line] ?? 0;
  const cells = cellsOf(lines.keys[line] ?? '');
  return {
    whole: { start, end: lines.ends[line] ?? start },
    cells: cells.map((cell) => ({ start: start + cell.start, end: start + cell.end })),
  };
}

/** An edge in a cell stays at its letter; one between two cells stays as near to the cell that it encloses. */
function edgeOf(edge: 'start' | 'end', at: number, before: Row, now: Row): number {
  const isStart = edge === 'start';
  const inside = before.cells.findIndex(({ start, end }) =>
    isStart ? start <= at && at < end : start < at && at <= end,
  );
  const [from, to] = [before.cells[inside], now.cells[inside]];
  if (from !== undefined && to !== undefined) return to.start + at - from.start;
  const beside = isStart
    ? before.cells.findIndex(({ start }) => start > at)
    : before.cells.findLastIndex(({ end }) => end < at);
  const isOuter = isStart ? beside <= 0 : beside === before.cells.length - 1;
  if (isOuter) return now.whole[edge];
  return now.cells[beside]?.[edge] ?? now.whole[edge];
}

function cellTexts(key = ''): string[] {
  return cellsOf(key).map(({ start, end }) => key.slice(start, end));
}

/** The cells of a row, without the spaces around their words. */
function cellsOf(key: string): TextRange[] {
  const edges = [...key.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const first = edges[0] === 0 ? [] : [-1];
  const last = edges.at(-1) === key.length - 1 ? [] : [key.length];
  const bounds = [...first, ...edges, ...last];
  return bounds.slice(1).map((end, index) => {
    const from = (bounds[index] ?? 0) + 1;
    const cell = key.slice(from, end);
    const start = from + cell.length - cell.trimStart().length;
    return { start, end: Math.max(start, from + cell.trimEnd().length) };
  });
}
