export interface Range {
  start: number;
  end: number;
}

export interface Insertion {
  at: number;
  text: string;
}

/** The text without these ranges, which may touch and overlap, and where an offset of the old text is in the new. */
export function without(
  text: string,
  ranges: readonly Range[],
): { text: string; offsetIn: (offset: number) => number } {
  const cuts = joined(ranges);
  let kept = '';
  let from = 0;
  for (const { start, end } of cuts) {
    kept += text.slice(from, start);
    from = end;
  }
  return { text: kept + text.slice(from), offsetIn: (offset) => offset - cutBefore(cuts, offset) };
}

/** Insertions at the same offset keep their order. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => a.at - b.at)) {
    parts.push(text.slice(from, at), inserted);
    from = at;
  }
  return parts.join('') + text.slice(from);
}

function joined(ranges: readonly Range[]): Range[] {
  const cuts: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = cuts.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else cuts.push({ start, end });
  }
  return cuts;
}

function cutBefore(cuts: readonly Range[], offset: number): number {
  let cut = 0;
  for (const { start, end } of cuts) {
    if (start >= offset) break;
    cut += Math.min(end, offset) - start;
  }
  return cut;
}
