import search from 'approx-string-match';

import type { TextRange } from './placement.ts';

export interface Resemblance extends TextRange {
  /** 1 = identical, 0 = more than half of the characters would have to change. */
  readonly similarity: number;
}

/** Below this, a passage is another text in the place of the quote. */
export const recognizable = 0.5;

// The search takes the product of both lengths; a passage this long is found by its words or not at all.
const longestSearched = 4000;

// Beyond this many characters, the ends of two passages show well enough how alike they are.
const sampleLength = 600;

/** The part of `text` most like `quote`; of equals the one nearest to `expected`. Null when nothing is. */
export function mostAlike(text: string, quote: string, expected: TextRange): Resemblance | null {
  if (quote.length > longestSearched) return null;
  const maxErrors = Math.floor(quote.length / 2);
  let best: Resemblance | null = null;
  let bestDistance = Infinity;
  for (const { start, end, errors } of search(text, quote, maxErrors)) {
    const distance = Math.abs(start - expected.start) + Math.abs(end - expected.end);
    if (distance >= bestDistance) continue;
    bestDistance = distance;
    best = { start, end, similarity: 1 - errors / quote.length };
  }
  return best;
}

/** How alike two passages are as wholes, 0..1. */
export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  const longer = Math.max(left.length, right.length);
  if (Math.min(left.length, right.length) * 2 < longer) return 0;
  if (longer > sampleLength * 2) {
    const heads = similarity(left.slice(0, sampleLength), right.slice(0, sampleLength));
    return (heads + similarity(left.slice(-sampleLength), right.slice(-sampleLength))) / 2;
  }
  const [pattern, text] = left.length >= right.length ? [left, right] : [right, left];
  return mostAlike(text, pattern, { start: 0, end: text.length })?.similarity ?? 0;
}
