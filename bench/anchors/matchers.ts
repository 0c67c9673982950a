import search from 'approx-string-match';

import { locateAnchor, type Placement, type TextAnchor, withoutFingerprint } from '@annotate-mcp/core';

import type { AnchorCase } from './cases.ts';

export interface Matcher {
  readonly name: string;
  place(made: AnchorCase): Placement;
}

export const ours: Matcher = {
  name: 'ours, last seen text',
  place: ({ anchor, text, lastSeenText }) => locateAnchor(anchor, text, { lastSeenText }),
};

/** Nothing is known but the record of the comment, as in another clone or another browser. */
export const oursByRecord: Matcher = {
  name: 'ours, record only',
  place: ({ anchor, text }) => locateAnchor(anchor, text),
};

const scoring: Matcher = {
  name: 'quote scoring',
  place: ({ anchor, text }) => byScore(anchor, text),
};

/** The first is the baseline of the others' CPU ratios. */
export const matchers: readonly Matcher[] = [
  { name: 'indexOf', place: ({ anchor, text }) => byIndexOf(anchor, text) },
  scoring,
  {
    name: 'ours, record without fingerprint',
    place: ({ anchor, text }) => locateAnchor(withoutFingerprint(anchor), text),
  },
  oursByRecord,
  ours,
];

function byIndexOf({ quote }: TextAnchor, text: string): Placement {
  const start = text.indexOf(quote);
  if (start === -1) return { state: 'stale' };
  return { state: 'placed', start, end: start + quote.length, confidence: 1, how: 'quote' };
}

/**
 * What hypothesis does, in short: the places with the fewest errors, up to half of the quote, are scored by quote 50,
 * prefix 20, suffix 20 and position 2, and the best one wins however poor it is.
 */
function byScore(anchor: TextAnchor, text: string): Placement {
  const { quote, contextBefore, contextAfter, start: expected } = anchor;
  const matches = exactMatches(quote, text);
  const maxErrors = Math.min(256, Math.floor(quote.length / 2));
  const scored = (matches.length > 0 ? matches : search(text, quote, maxErrors)).map(
    ({ start, end, errors }) => {
      const prefix = likeness(text.slice(Math.max(0, start - contextBefore.length), start), contextBefore);
      const suffix = likeness(text.slice(end, end + contextAfter.length), contextAfter);
      const position = 1 - Math.abs(start - expected) / Math.max(1, text.length);
      const score = 50 * (1 - errors / quote.length) + 20 * prefix + 20 * suffix + 2 * position;
      return { start, end, confidence: score / 92 };
    },
  );
  const [best] = scored.sort((left, right) => right.confidence - left.confidence);
  return best ? { state: 'placed', ...best, how: 'fuzzy' } : { state: 'stale' };
}

function exactMatches(quote: string, text: string) {
  const found: { start: number; end: number; errors: number }[] = [];
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    found.push({ start, end: start + quote.length, errors: 0 });
  }
  return found;
}

function likeness(text: string, context: string): number {
  if (context === '') return 1;
  const [best] = search(text, context, context.length);
  return best ? 1 - best.errors / context.length : 0;
}
