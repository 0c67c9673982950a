import { lastAtMost } from '@annotate-mcp/core';

export interface Range {
  start: number;
  end: number;
}

export interface Insertion {
  at: number;
  text: string;
}

/** The ranges may touch and overlap. `offsetIn` turns an offset of the old text into one of the new. */
export function removeRanges(
  text: string,
  ranges: readonly Range[],
): { text: string; offsetIn: (offset: number) => number } {
  const cuts = joinRanges(ranges);
  const kept: string[] = [];
  /** Where each cut starts, and how much is cut before it. */
  const starts: number[] = [];
  const removed: number[] = [];
  let from = 0;
  let length = 0;
  for (const { start, end } of cuts) {
    kept.push(text.slice(from, start));
    starts.push(start);
    removed.push(length);
    length += end - start;
    from = end;
  }
  const offsetIn = (offset: number) => {
    const index = lastAtMost(starts, offset);
    const cut = cuts[index];
    if (cut === undefined || cut.start > offset) return offset;
    return offset - (removed[index] ?? 0) - (Math.min(cut.end, offset) - cut.start);
  };
  return { text: kept.join('') + text.slice(from), offsetIn };
}

/** Insertions at the same offset keep their order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    parts.push(text.slice(from, at), inserted);
    from = at;
  }
  return parts.join('') + text.slice(from);
}

function joinRanges(ranges: readonly Range[]): Range[] {
  const cuts: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = cuts.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else cuts.push({ start, end });
  }
  return cuts;
}
