import { contextLength } from './anchor.ts';
import type { TextRange } from './placement.ts';
import { tokensIn, weigh, type Tokens, type TokenSpan } from './tokens.ts';

export interface Followed extends TextRange {
  /** Share (0..1) of the range's characters whose words are still there, in order and together. */
  readonly kept: number;
  /** The same for the words around it; 1 where there were none, since no context cannot disagree. */
  readonly before: number;
  readonly after: number;
}

/** Two passages in words, and for each old word its index among the new ones or -1. */
export interface PairedWords {
  readonly before: Tokens;
  readonly now: Tokens;
  readonly toNew: Int32Array;
}

/** Where a range of the old text lies in the new one. */
export function followRange(range: TextRange, words: PairedWords): Followed | null {
  const { before, now, toNew } = words;
  const quote = tokensIn(before, range);
  const stretch = keptStretch(words, quote);
  const place = stretch === null ? placeBetween(words, quote) : placeAround(words, stretch, quote, range);
  if (place === null) return null;
  const isKept = (index: number) => toNew[index] !== -1;
  const kept = stretch === null ? 0 : weigh(before, stretch, isKept) / Math.max(1, weigh(before, quote));
  const context = tokensIn(before, { start: range.start - contextLength, end: range.end + contextLength });
  const stayedBefore = (index: number, target: number) =>
    isNear(range.start - (before.ends[index] ?? 0), place.start - (now.ends[target] ?? 0));
  const stayedAfter = (index: number, target: number) =>
    isNear((before.starts[index] ?? 0) - range.end, (now.starts[target] ?? 0) - place.end);
  return {
    ...place,
    kept,
    before: stayedShare(words, { start: context.start, end: quote.start }, stayedBefore),
    after: stayedShare(words, { start: quote.end, end: context.end }, stayedAfter),
  };
}

export interface Replaced extends TextRange {
  /** The same stretch of the old text: the range, and what was replaced beside it. */
  readonly old: TextRange;
}

/** What stands between the nearest kept words on both sides of a range: where its text went if it was reworded. */
export function replacedRange(range: TextRange, { before, now, toNew }: PairedWords): Replaced | null {
  const quote = tokensIn(before, range);
  const left = nearestKept(toNew, quote.start - 1, -1);
  const right = nearestKept(toNew, quote.end, 1);
  // Without a kept word, only the end of the text itself is a boundary.
  if ((left === null && quote.start > 0) || (right === null && quote.end < toNew.length)) return null;
  const first = left === null ? 0 : (toNew[left] ?? 0) + 1;
  const last = (right === null ? now.values.length : (toNew[right] ?? 0)) - 1;
  if (first > last) return null;
  const oldFirst = left === null ? 0 : left + 1;
  const oldLast = (right ?? toNew.length) - 1;
  return {
    start: now.starts[first] ?? 0,
    end: now.ends[last] ?? 0,
    old: { start: before.starts[oldFirst] ?? range.start, end: before.ends[oldLast] ?? range.end },
  };
}

/** Context speaks for a place only from about where it stood: any paragraph has a "the" and a full stop. */
function stayedShare(
  { before, toNew }: PairedWords,
  span: TokenSpan,
  stayed: (index: number, target: number) => boolean,
): number {
  const all = weigh(before, span);
  if (all === 0) return 1;
  const kept = weigh(before, span, (index) => {
    const target = toNew[index] ?? -1;
    return target !== -1 && stayed(index, target);
  });
  return kept / all;
}

function isNear(oldDistance: number, newDistance: number): boolean {
  return Math.abs(newDistance - oldDistance) <= 12 + oldDistance / 3;
}

/**
 * The run of kept words that hangs together. A diff also pairs a stray "the" or full stop of a deleted
 * sentence with one far away; those cost their distance and drop out (Kadane's maximum subarray).
 */
function keptStretch(words: PairedWords, quote: TokenSpan): TokenSpan | null {
  const { before, toNew } = words;
  let best: TokenSpan | null = null;
  let bestWorth = 0;
  let worth = 0;
  let start = quote.start;
  let previous = -1;
  for (let index = quote.start; index < quote.end; index++) {
    const target = toNew[index] ?? -1;
    if (target === -1) continue;
    const cost = previous === -1 ? 0 : drift(words, previous, index) / 2;
    if (worth - cost <= 0) {
      worth = 0;
      start = index;
    } else {
      worth -= cost;
    }
    worth += before.values[index]?.length ?? 0;
    previous = index;
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    best = { start, end: index + 1 };
  }
  return best;
}

/** By how much the distance between two kept tokens has changed. */
function drift({ before, now, toNew }: PairedWords, left: number, right: number): number {
  const distance = (tokens: Tokens, from: number, to: number) =>
    (tokens.starts[to] ?? 0) - (tokens.ends[from] ?? 0);
  return Math.abs(distance(now, toNew[left] ?? 0, toNew[right] ?? 0) - distance(before, left, right));
}

/** The kept stretch, plus as many replaced words beside it as the quote has lost there. */
function placeAround(
  { before, now, toNew }: PairedWords,
  stretch: TokenSpan,
  quote: TokenSpan,
  range: TextRange,
): TextRange {
  const first = toNew[stretch.start] ?? 0;
  const last = toNew[stretch.end - 1] ?? 0;
  const keptBefore = neighbour(toNew, stretch.start - 1, -1, -1);
  const keptAfter = neighbour(toNew, stretch.end, 1, now.values.length);
  const start = first - Math.min(stretch.start - quote.start, Math.max(0, first - keptBefore - 1));
  const end = last + Math.min(quote.end - stretch.end, Math.max(0, keptAfter - last - 1));
  // A selection may begin or end inside a word; where that word is kept, so is the place within it.
  const cutStart = start === first ? Math.max(0, range.start - (before.starts[stretch.start] ?? 0)) : 0;
  const cutEnd = end === last ? Math.max(0, (before.ends[stretch.end - 1] ?? 0) - range.end) : 0;
  return { start: (now.starts[start] ?? 0) + cutStart, end: (now.ends[end] ?? 0) - cutEnd };
}

/** Where nothing of the quote is kept: what now stands between the words that stood next to it. */
function placeBetween({ now, toNew }: PairedWords, quote: TokenSpan): TextRange | null {
  const left = quote.start === 0 ? -1 : (toNew[quote.start - 1] ?? -1);
  const right = quote.end === toNew.length ? now.values.length : (toNew[quote.end] ?? -1);
  if (right <= left || (left === -1 && quote.start > 0)) return null;
  const start = left === -1 ? 0 : (now.ends[left] ?? 0);
  return right - left === 1
    ? { start, end: start }
    : { start: now.starts[left + 1] ?? 0, end: now.ends[right - 1] ?? 0 };
}

/** New index of the nearest kept old token from `from` on, walking by `step`; `beyond` when there is none. */
function neighbour(toNew: Int32Array, from: number, step: 1 | -1, beyond: number): number {
  const kept = nearestKept(toNew, from, step);
  return kept === null ? beyond : (toNew[kept] ?? beyond);
}

/** Index of the nearest old token from `from` on that is still there, walking by `step`. */
function nearestKept(toNew: Int32Array, from: number, step: 1 | -1): number | null {
  for (let index = from; index >= 0 && index < toNew.length; index += step) {
    if (toNew[index] !== -1) return index;
  }
  return null;
}
