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
  let kept = '';
  let from = 0;
  for (const { start, end } of cuts) {
    kept += text.slice(from, start);
    from = end;
  }
  return { text: kept + text.slice(from), offsetIn: (offset) => offset - lengthBefore(cuts, offset) };
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

function lengthBefore(cuts: readonly Range[], offset: number): number {
  let cut = 0;
  for (const { start, end } of cuts) {
    if (start >= offset) break;
    cut += Math.min(end, offset) - start;
  }
  return cut;
}
