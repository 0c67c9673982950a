// The root entry would bring every kind of diff into the bundle: 3.0 kB gzipped instead of 1.2.
import { diffArrays } from 'diff/lib/diff/array.js';

import { followRange, type Followed, type Replaced, replacedRange } from './follow.ts';
import { pair, pairInOrder, type Pairs } from './in-order.ts';
import type { TextRange } from './placement.ts';
import { tokenize, tokensIn, weigh, type Tokens } from './tokens.ts';

/** Two passages compared word by word. Which passages are worth comparing is decided by the callers. */
export interface WordAlignment {
  /** Null when neither the range nor the words on both sides of it are left. */
  follow(range: TextRange): Followed | null;
  /** What stands where the range stood, whatever it reads; null when nothing does. */
  replaced(range: TextRange): Replaced | null;
  /** Share (0..1) of the new text's range that stood in the old text already, outside `except`. */
  knownShare(range: TextRange, except: TextRange): number;
}

// Time grows with the square of this. Stretches that differ by more have nothing left to follow.
const maxEditLength = 100;

export function alignWords(oldText: string, newText: string): WordAlignment {
  const before = tokenize(oldText);
  const now = tokenize(newText);
  const pairs = pairTokens(before, now);
  return {
    follow: (range) => followRange(range, { before, now, toNew: pairs.toNew }),
    replaced: (range) => replacedRange(range, { before, now, toNew: pairs.toNew }),
    knownShare: (range, except) => {
      const span = tokensIn(now, range);
      const own = tokensIn(before, except);
      const isForeign = (index: number) => {
        const origin = pairs.toOld[index] ?? -1;
        return origin !== -1 && (origin < own.start || origin >= own.end);
      };
      return weigh(now, span, isForeign) / Math.max(1, weigh(now, span));
    },
  };
}

/** Words that occur once split the passages; a shortest edit script settles the short stretches in between. */
function pairTokens({ values: before }: Tokens, { values: now }: Tokens): Pairs {
  const pairs = pairInOrder(before, now);
  let newStart = 0;
  let oldStart = 0;
  for (let oldEnd = 0; oldEnd <= before.length; oldEnd++) {
    const newEnd = oldEnd === before.length ? now.length : (pairs.toNew[oldEnd] ?? -1);
    if (newEnd === -1) continue;
    pairStretch(before, now, pairs, { start: oldStart, end: oldEnd }, { start: newStart, end: newEnd });
    oldStart = oldEnd + 1;
    newStart = newEnd + 1;
  }
  return pairs;
}

function pairStretch(
  before: readonly string[],
  now: readonly string[],
  pairs: Pairs,
  oldSpan: TextRange,
  newSpan: TextRange,
): void {
  if (oldSpan.start >= oldSpan.end || newSpan.start >= newSpan.end) return;
  const changes = diffArrays(
    before.slice(oldSpan.start, oldSpan.end),
    now.slice(newSpan.start, newSpan.end),
    {
      maxEditLength,
    },
  );
  let oldIndex = oldSpan.start;
  let newIndex = newSpan.start;
  for (const { added, removed, count } of changes ?? []) {
    for (let step = 0; !added && !removed && step < count; step++)
      pair(pairs, oldIndex + step, newIndex + step);
    if (!added) oldIndex += count;
    if (!removed) newIndex += count;
  }
}
