/** Reads what diffs say about line numbers. */

export interface LineRange {
  start: number;
  /** Included. */
  end: number;
}

interface Hunk {
  before: { start: number; count: number };
  after: { start: number; count: number };
}

/**
 * The lines of the new file that a patch shows, changed or around a change: GitHub takes comments on these and on no
 * others. One range for each hunk, because a comment must not span two.
 */
export function shownLines(patch: string): LineRange[] {
  return hunksIn(patch)
    .filter(({ after }) => after.count > 0)
    .map(({ after }) => ({ start: after.start, end: after.start + after.count - 1 }));
}

/** The part of a range that one hunk shows; `null` when none does. */
export function shownPart(range: LineRange, shown: readonly LineRange[]): LineRange | null {
  for (const { start, end } of shown) {
    const part = { start: Math.max(start, range.start), end: Math.min(end, range.end) };
    if (part.start <= part.end) return part;
  }
  return null;
}

/**
 * Where a line of the file as it is now was before. `diff` is without context lines (`-U0`); `null` for a line that
 * was not there.
 */
export function lineBefore(diff: string, line: number): number | null {
  let shift = 0;
  for (const { before, after } of hunksIn(diff)) {
    // A hunk without lines names the line before it.
    const first = after.count === 0 ? after.start + 1 : after.start;
    if (line < first) break;
    if (line < first + after.count) return null;
    shift += before.count - after.count;
  }
  return line + shift;
}

function hunksIn(diff: string): Hunk[] {
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, oldStart = '', oldCount = '1', newStart = '', newCount = '1']) => ({
      before: { start: Number(oldStart), count: Number(oldCount) },
      after: { start: Number(newStart), count: Number(newCount) },
    }),
  );
}
