import { lastAtMost, type ComparableText } from './comparable.ts';
import type { TextRange } from './placement.ts';

/** The lines of a text that hold something, with their places in its comparable form. */
export interface Lines {
  readonly keys: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Blank lines are left out: they are alike everywhere and would tie unrelated passages together. */
export function linesOf({ text, raw, fromRawAscending }: ComparableText): Lines {
  const fromRaw = fromRawAscending();
  const keys: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let next = 0; next < raw.length;) {
    const start = skipSpace(text, end);
    const newline = raw.indexOf('\n', next);
    next = newline === -1 ? raw.length : newline + 1;
    end = fromRaw(next);
    const key = text.slice(start, end).trimEnd();
    if (key === '') continue;
    keys.push(key);
    starts.push(start);
    ends.push(start + key.length);
  }
  return { keys, starts, ends };
}

/** Indexes of the lines a range touches, `end` exclusive. */
export function linesIn(lines: Lines, range: TextRange): TextRange {
  const last = lastAtMost(lines.starts, Math.max(range.start, range.end - 1));
  const first = lastAtMost(lines.starts, range.start);
  return { start: first, end: Math.min(lines.keys.length, last + 1) };
}

function skipSpace(text: string, offset: number): number {
  return text.charCodeAt(offset) === 0x20 ? offset + 1 : offset;
}
