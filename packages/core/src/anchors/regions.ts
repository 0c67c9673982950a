import type { Pairs } from './in-order.ts';
import type { PairedLines } from './line-pairs.ts';
import type { TextRange } from './placement.ts';

/** Lines of both texts that are worth comparing word by word; spans of line indexes, `end` exclusive. */
export interface Region {
  readonly old: TextRange;
  readonly now: TextRange;
}

/**
 * Where changed lines may have gone: first between the neighbours that stayed in order, then beside a
 * neighbour or a line of their own that moved (a section that was moved and edited in one step).
 */
export function regionsFor(touched: TextRange, { inOrder, all }: PairedLines): Region[] {
  const regions = [between(touched, inOrder)];
  const old = surroundings(touched, all.toNew);
  const reach = 2 * (old.end - old.start) + 2;
  const newCount = all.toOld.length;
  const before = all.toNew[old.start] ?? -1;
  const after = all.toNew[old.end - 1] ?? -1;
  if (before !== -1 && inOrder.toNew[old.start] === -1) {
    regions.push({ old, now: { start: before, end: Math.min(newCount, before + reach) } });
  }
  if (after !== -1 && inOrder.toNew[old.end - 1] === -1) {
    regions.push({ old, now: { start: Math.max(0, after + 1 - reach), end: after + 1 } });
  }
  const moved = firstMoved(touched, inOrder, all);
  if (moved !== null) {
    const start = Math.max(0, (all.toNew[moved] ?? 0) - (moved - touched.start) - 1);
    regions.push({ old, now: { start, end: Math.min(newCount, start + reach) } });
  }
  return regions;
}

function firstMoved(touched: TextRange, inOrder: Pairs, all: Pairs): number | null {
  for (let line = touched.start; line < touched.end; line++) {
    if (inOrder.toNew[line] === -1 && all.toNew[line] !== -1) return line;
  }
  return null;
}

/** The paired neighbours belong to the region: their words are the context that holds the changed ones. */
function between(touched: TextRange, pairs: Pairs): Region {
  const old = surroundings(touched, pairs.toNew);
  const first = pairs.toNew[old.start] ?? -1;
  const last = pairs.toNew[old.end - 1] ?? -1;
  return {
    old,
    now: { start: first === -1 ? 0 : first, end: last === -1 ? pairs.toOld.length : last + 1 },
  };
}

function surroundings(touched: TextRange, toNew: Int32Array): TextRange {
  let start = Math.max(0, touched.start - 1);
  while (start > 0 && toNew[start] === -1) start--;
  let end = Math.min(toNew.length, touched.end + 1);
  while (end < toNew.length && toNew[end - 1] === -1) end++;
  return { start, end };
}
