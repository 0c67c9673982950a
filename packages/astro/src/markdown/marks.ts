import { readFileSync } from 'node:fs';

import type { SourceMark } from '@annotate-mcp/unplugin';

export interface Point {
  readonly line: number;
  readonly column: number;
}

/** The source attribute for a position in a file; `null` for a file outside the project. */
export type Marks = (file: string, point: Point) => SourceMark | null;

/** The same for a position in the text that a processor gets: the file with or without its front matter. */
export type MarkAt = (point: Point) => SourceMark | null;

/** What was found when a file and the text that a processor got of it were the same. */
const comparedFiles = new Map<string, { frontMatter: string; shift: number }>();

/** `null` when `text` may not be the text of the file, so that its line numbers would be wrong. */
export function marksIn(file: string, text: string, marks: Marks): MarkAt | null {
  const shift = shiftOf(file, text);
  return shift === null ? null : ({ line, column }) => marks(file, { line: line + shift, column });
}

/** A file that was saved again while this text of it was rendered still has the same shift if its front matter has not changed. */
function shiftOf(file: string, text: string): number | null {
  const saved = readText(file);
  if (saved === null) return null;
  const frontMatter = /^---\r?\n[^]*?\n---/.exec(saved)?.[0] ?? '';
  const shift = linesBefore(saved, text);
  if (shift !== null) comparedFiles.set(file, { frontMatter, shift });
  const compared = comparedFiles.get(file);
  return compared?.frontMatter === frontMatter ? compared.shift : null;
}

/**
 * The number of lines of `file` before the first line of `text`; `null` when they differ. `text` may lack the front
 * matter or have it blanked, so both must be the same from there to the end.
 */
export function linesBefore(file: string, text: string): number | null {
  const body = text.trim();
  const whole = file.trimEnd();
  if (body === '' || !whole.endsWith(body)) return null;
  const above = text.slice(0, text.length - text.trimStart().length);
  return countLines(whole.slice(0, whole.length - body.length)) - countLines(above);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Content that does not come from a file has no line numbers.
    return null;
  }
}
