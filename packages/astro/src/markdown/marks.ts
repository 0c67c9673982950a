import { readFileSync } from 'node:fs';

import type { SourceMark } from '@annotate-mcp/vite-plugin';

export interface Point {
  readonly line: number;
  readonly column: number;
}

/** The attribute for a place in a file; `null` outside of the project. */
export type Marks = (file: string, point: Point) => SourceMark | null;

/** The same for places in the text that a processor was given, which is the file with or without its front matter. */
export type MarkAt = (point: Point) => SourceMark | null;

/** `null` when `text` is not what stands in the file: its lines would be others. */
export function marksIn(file: string, text: string, marks: Marks): MarkAt | null {
  const shift = linesBefore(readText(file), text);
  return shift === null ? null : ({ line, column }) => marks(file, { line: line + shift, column });
}

/**
 * How many lines of `file` come before the first one of `text`. Front matter stands at the top and is blanked or cut
 * off, so the rest of both must be the same up to the end.
 */
export function linesBefore(file: string | null, text: string): number | null {
  const body = text.trim();
  const whole = file?.trimEnd() ?? '';
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
    // Content from elsewhere has no lines to point at.
    return null;
  }
}
