import type { MarkedComment } from './comment-data.ts';
import { lineAt } from './lines.ts';

type Anchor = MarkedComment['anchor'];

export interface Moved {
  text: string;
  /** Where each line of `text` starts. */
  starts: readonly number[];
  /** Where the marker was put and where it is now, both as offsets into the text without markers. */
  from: number;
  to: number;
}

/**
 * An anchor after somebody edited the file. The marker went where its text went, so the anchor follows it, by the
 * first of these that reads as quoted: as far as the marker has moved; where it was (then somebody moved the
 * marker alone); the quote nearest to the marker. When none does, the passage itself was edited, and the anchor has
 * moved as far as its marker: near enough for the search that comes next. Only offsets and lines change here.
 */
export function movedAnchor(anchor: Anchor, { text, starts, from, to }: Moved): Anchor {
  if (from === to) return anchor;
  const length = anchor.char_end - anchor.char_start;
  const reads = (start: number) => start >= 0 && text.startsWith(anchor.quote, start);
  const shifted = anchor.char_start + to - from;
  const wanted = length === anchor.quote.length && length > 0;
  if (wanted && !reads(shifted)) {
    if (reads(anchor.char_start)) return anchor;
    const near = nearest(text, anchor.quote, shifted);
    if (near !== null) return placedAt(anchor, near, length, text, starts);
  }
  return placedAt(anchor, shifted, length, text, starts);
}

// Farther away, the same words are more likely somebody else's.
const reach = 2_000;

function nearest(text: string, quote: string, around: number): number | null {
  const before = text.lastIndexOf(quote, Math.max(0, around));
  const after = text.indexOf(quote, Math.max(0, around));
  const found = [before, after].filter((at) => at !== -1 && Math.abs(at - around) <= reach);
  found.sort((a, b) => Math.abs(a - around) - Math.abs(b - around));
  return found[0] ?? null;
}

function placedAt(
  anchor: Anchor,
  at: number,
  length: number,
  text: string,
  starts: readonly number[],
): Anchor {
  const start = Math.min(Math.max(0, at), text.length);
  const end = Math.min(start + Math.max(0, length), text.length);
  return {
    ...anchor,
    char_start: start,
    char_end: end,
    line_start: lineAt(starts, start),
    line_end: lineAt(starts, Math.max(start, end - 1)),
  };
}
