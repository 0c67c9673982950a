/** Finds the parts of two sequences between elements that are the same in both. Pure. */
import { diffArrays } from 'diff';

/** Indexes, without the last; an empty one says between which elements something was. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

export interface Hunk {
  readonly before: IndexRange;
  readonly after: IndexRange;
}

/** More differences than this between two sure matches take long to find exactly. */
const mostDifferences = 400;
/** How far the next equal elements are looked for then. */
const farthest = 30;

/**
 * Elements that occur once in each sequence are matched first, as in a patience diff: they divide thousands of
 * differences into many small parts.
 */
export function findHunks(before: readonly number[], after: readonly number[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  const end: Match = { before: before.length, after: after.length };
  for (const match of [...sureMatches(before, after), end]) {
    const gap = trim(before, after, {
      before: { start: left, end: match.before },
      after: { start: right, end: match.after },
    });
    hunks.push(...hunksInGap(before, after, gap));
    [left, right] = [match.before + 1, match.after + 1];
  }
  return hunks;
}

interface Match {
  readonly before: number;
  readonly after: number;
}

/** The longest row of elements that occur once in each sequence, in the order of both. */
function sureMatches(before: readonly number[], after: readonly number[]): Match[] {
  const [left, right] = [indexesOfSingles(before), indexesOfSingles(after)];
  const matches: Match[] = [];
  for (const [element, at] of left) {
    const other = right.get(element);
    if (other !== undefined) matches.push({ before: at, after: other });
  }
  return longestRising(matches);
}

/** In the order of the sequence. */
function indexesOfSingles(elements: readonly number[]): Map<number, number> {
  const indexes = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [index, element] of elements.entries()) {
    if (indexes.has(element)) repeated.add(element);
    else indexes.set(element, index);
  }
  for (const element of repeated) indexes.delete(element);
  return indexes;
}

interface Link {
  readonly match: Match;
  readonly previous: Link | null;
}

function longestRising(matches: readonly Match[]): Match[] {
  // The last link of the best row of each length.
  const rows: Link[] = [];
  for (const match of matches) {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.match.after ?? 0) < match.after) low = middle + 1;
      else high = middle;
    }
    rows[low] = { match, previous: rows[low - 1] ?? null };
  }
  const row: Match[] = [];
  for (let link = rows.at(-1) ?? null; link !== null; link = link.previous) row.push(link.match);
  return row.reverse();
}

/** Without what is the same at both ends. */
function trim(left: readonly number[], right: readonly number[], { before, after }: Hunk): Hunk {
  let [from, to] = [0, 0];
  const most = Math.min(before.end - before.start, after.end - after.start);
  while (from < most && left[before.start + from] === right[after.start + from]) from += 1;
  while (to < most - from && left[before.end - 1 - to] === right[after.end - 1 - to]) to += 1;
  return {
    before: { start: before.start + from, end: before.end - to },
    after: { start: after.start + from, end: after.end - to },
  };
}

function hunksInGap(left: readonly number[], right: readonly number[], gap: Hunk): Hunk[] {
  const { before, after } = gap;
  const isOneSided = before.start === before.end || after.start === after.end;
  if (isOneSided) return before.start === before.end && after.start === after.end ? [] : [gap];
  const parts = diffArrays(left.slice(before.start, before.end), right.slice(after.start, after.end), {
    maxEditLength: mostDifferences,
  });
  return parts === undefined ? hunksByNextMatch(left, right, gap) : hunksOfParts(parts, gap);
}

/** Goes on from the nearest elements that are the same, which is fast and nearly always right. */
function hunksByNextMatch(
  left: readonly number[],
  right: readonly number[],
  { before, after }: Hunk,
): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, to] = [before.start, after.start];
  while (from < before.end && to < after.end) {
    const next = nextMatch(left, right, from, to);
    const isInside = next !== null && next.before < before.end && next.after < after.end;
    const end = isInside ? next : { before: before.end, after: after.end };
    if (end.before > from || end.after > to)
      hunks.push({ before: { start: from, end: end.before }, after: { start: to, end: end.after } });
    [from, to] = [end.before + 1, end.after + 1];
  }
  const rest = { before: { start: from, end: before.end }, after: { start: to, end: after.end } };
  return from < before.end || to < after.end ? [...hunks, rest] : hunks;
}

function nextMatch(
  left: readonly number[],
  right: readonly number[],
  from: number,
  to: number,
): Match | null {
  for (let distance = 0; distance <= farthest; distance += 1)
    for (let step = 0; step <= distance; step += 1) {
      if (left[from + step] === right[to + distance]) return { before: from + step, after: to + distance };
      if (left[from + distance] === right[to + step]) return { before: from + distance, after: to + step };
    }
  return null;
}

interface DiffPart {
  readonly value: readonly unknown[];
  readonly added: boolean;
  readonly removed: boolean;
}

function hunksOfParts(parts: readonly DiffPart[], { before, after }: Hunk): Hunk[] {
  const hunks: Hunk[] = [];
  let [left, right] = [before.start, after.start];
  let open: Hunk | null = null;
  for (const { value, added, removed } of parts) {
    const start: Match = { before: open?.before.start ?? left, after: open?.after.start ?? right };
    if (!added) left += value.length;
    if (!removed) right += value.length;
    if (added || removed)
      open = { before: { start: start.before, end: left }, after: { start: start.after, end: right } };
    else {
      if (open !== null) hunks.push(open);
      open = null;
    }
  }
  return open === null ? hunks : [...hunks, open];
}
