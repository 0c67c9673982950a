import { lineAt } from '../document/lines.ts';

import type { MarkedComment } from './comment-data.ts';

type Anchor = MarkedComment['anchor'];

export interface MarkerShift {
  text: string;
  /** Where each line of `text` starts. */
  starts: readonly number[];
  /** The position that the marker was written at and its position now, as offsets into the text without markers. */
  from: number;
  to: number;
}

/**
 * Shifts an anchor after the file was edited. The marker went along with its text, so the anchor gets the first of these
 * positions that has the quote: shifted as far as the marker; unchanged (then the marker alone was moved); the quote
 * nearest to the marker. When none has it, the passage itself was edited, and the anchor is shifted as far as its
 * marker, from where place-anchors.ts searches. Only offsets and lines change here.
 */
export function shiftAnchor(anchor: Anchor, { text, starts, from, to }: MarkerShift): Anchor {
  if (from === to) return anchor;
  const length = anchor.char_end - anchor.char_start;
  const hasQuote = (start: number) => start >= 0 && text.startsWith(anchor.quote, start);
  const shifted = anchor.char_start + to - from;
  const isQuoted = length === anchor.quote.length && length > 0;
  if (isQuoted && !hasQuote(shifted)) {
    if (hasQuote(anchor.char_start)) return anchor;
    const near = nearest(text, anchor.quote, shifted);
    if (near !== null) return anchorAtOffset(anchor, near, length, text, starts);
  }
  return anchorAtOffset(anchor, shifted, length, text, starts);
}

// In characters. Farther away, the same words are more likely another passage.
const reach = 2_000;

function nearest(text: string, quote: string, around: number): number | null {
  const from = Math.max(0, around - reach);
  const part = text.slice(from, around + reach + quote.length);
  const before = part.lastIndexOf(quote, Math.max(0, around - from));
  const after = part.indexOf(quote, Math.max(0, around - from));
  const found = [before, after]
    .filter((at) => at !== -1)
    .map((at) => from + at)
    .filter((at) => Math.abs(at - around) <= reach);
  found.sort((a, b) => Math.abs(a - around) - Math.abs(b - around));
  return found[0] ?? null;
}

function anchorAtOffset(
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
