import type { TextRange } from './placement.ts';

// A joined emoji family is 25 units long; a longer cluster is cut, which costs a snap and never a crash.
const reach = 64;

// Made at the first need: creating one loads the engine's break data, and most places need none.
let segmenter: Intl.Segmenter | undefined;

/** Widens a range until neither end splits what a reader sees as one character (a split pair never matches again). */
export function snapToGraphemes(text: string, range: TextRange): TextRange {
  return { start: boundaryBefore(text, range.start), end: boundaryAfter(text, range.end) };
}

function boundaryBefore(text: string, offset: number): number {
  return clusterAround(text, offset)?.start ?? offset;
}

function boundaryAfter(text: string, offset: number): number {
  return clusterAround(text, offset)?.end ?? offset;
}

/** The cluster that `offset` cuts, or null where it lies on a boundary. */
function clusterAround(text: string, offset: number): TextRange | null {
  if (offset <= 0 || offset >= text.length || (isPlain(text, offset - 1) && isPlain(text, offset)))
    return null;
  const base = windowStart(text, offset);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const cluster = segmenter.segment(text.slice(base, offset + reach)).containing(offset - base);
  if (cluster === undefined || base + cluster.index === offset) return null;
  return { start: base + cluster.index, end: base + cluster.index + cluster.segment.length };
}

/** Printable ASCII neighbours are always a boundary; asking the segmenter for each costs more than the search. */
function isPlain(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit >= 0x20 && unit < 0x7f;
}

function windowStart(text: string, offset: number): number {
  const start = Math.max(0, offset - reach);
  const unit = text.charCodeAt(start);
  return start > 0 && unit >= 0xdc00 && unit <= 0xdfff ? start - 1 : start;
}
