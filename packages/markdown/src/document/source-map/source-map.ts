import type { TextRange } from '@annotate-mcp/core';

import type { Block } from '../blocks.ts';
import { footnoteLabelsIn, usedDefinitions } from '../definitions.ts';

import { traceOf } from './micromark-trace.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { byWords, copiedLines, matched, shownHtml, type Trace } from './trace.ts';

/** Maps between the rendered text of a block and the file. Rendered offsets count in `rendered`, source offsets in the whole text. */
export interface SourceMap {
  /** The text of the block's rendered element. */
  readonly rendered: string;
  /** The range of the file that a rendered range comes from, with the markup inside it; `null` when there is none. */
  readonly sourceRange: (renderedStart: number, renderedEnd: number) => TextRange | null;
  /** The rendered range of a range of the file; `null` when all of it is markup or in another block. */
  readonly renderedRange: (start: number, end: number) => TextRange | null;
}

/** Parses this block only, and of a long block only the parts that are needed. */
export function createSourceMap(text: string, block: Block, definitions: string): SourceMap {
  const source = text.slice(block.start, endOfLine(text, block.end));
  const pieces = piecesOf(source, definitions);
  return {
    rendered: pieces.map(({ shown }) => shown).join(''),
    sourceRange: (from, to) => {
      const touched = pieces.filter(({ at, shown }) => at < to && at + shown.length > from);
      const range = hull(touched, ({ trace, at, start }) =>
        shifted(sourceRangeIn(trace(), from - at, to - at), start),
      );
      return shifted(range, block.start);
    },
    renderedRange: (from, to) => {
      const [start, end] = [from - block.start, to - block.start];
      const touched = pieces.filter((piece) => piece.start < end && piece.end > start);
      return hull(touched, (piece) =>
        shifted(renderedRangeIn(piece.trace(), start - piece.start, end - piece.start), piece.at),
      );
    },
  };
}

interface Piece extends Segment {
  /** Where its text begins in the rendered text of the block. */
  readonly at: number;
  readonly trace: () => Trace;
}

function piecesOf(source: string, definitions: string): Piece[] {
  let next = 0;
  return segmentsOf(source, definitions).map((segment) => {
    const at = next;
    next += segment.shown.length;
    let made: Trace | undefined;
    return { ...segment, at, trace: () => (made ??= traceSegment(segment, source, definitions)) };
  });
}

/** From the start of the first range to the end of the last; the pieces in between are not parsed. */
function hull(pieces: readonly Piece[], rangeIn: (piece: Piece) => TextRange | null): TextRange | null {
  for (const piece of pieces) {
    const first = rangeIn(piece);
    if (first === null) continue;
    for (const other of pieces.toReversed()) {
      const last = rangeIn(other);
      if (last !== null) return { start: first.start, end: last.end };
    }
  }
  return null;
}

function endOfLine(text: string, offset: number): number {
  const ending = /^(?:\r\n?|\n)/.exec(text.slice(offset, offset + 2));
  return offset + (ending?.[0].length ?? 0);
}

function sourceRangeIn({ starts, ends }: Trace, from: number, to: number): TextRange | null {
  let [first, last] = [Math.max(0, from), Math.min(starts.length, to) - 1];
  // Units without a source of their own lie between two that have one.
  while (first <= last && starts[first] === ends[first]) first += 1;
  while (last >= first && starts[last] === ends[last]) last -= 1;
  const [start, end] = [starts[first], ends[last]];
  return first > last || start === undefined || end === undefined ? null : { start, end };
}

function renderedRangeIn({ starts, ends }: Trace, from: number, to: number): TextRange | null {
  const start = firstAbove(ends, from);
  const end = firstAtLeast(starts, to);
  return start < end ? { start, end } : null;
}

/** Both lists ascend, so that a binary search finds the first. */
function firstAbove(ascending: readonly number[], value: number): number {
  return firstWhere(ascending.length, (at) => (ascending[at] ?? 0) > value);
}

function firstAtLeast(ascending: readonly number[], value: number): number {
  return firstWhere(ascending.length, (at) => (ascending[at] ?? 0) >= value);
}

function firstWhere(count: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function shifted(range: TextRange | null, by: number): TextRange | null {
  return range === null ? null : { start: range.start + by, end: range.end + by };
}

/** micromark needs seconds for longer or deeper segments, which people do not write. In characters and levels. */
const longest = 100_000;
const deepest = 40;

/** The origin of each character that a segment shows; offsets count from the start of the segment. */
function traceSegment(segment: Segment, source: string, definitions: string): Trace {
  const { shown, context, tokens } = segment;
  const own = source.slice(segment.start, segment.end);
  const [first] = tokens;
  if (shown === '' || first === undefined) return { text: '', starts: [], ends: [] };
  const direct =
    first.type === 'html_block' ? shownHtml(own) : first.nesting === 0 ? copiedLines(first, own) : null;
  if (direct?.text === shown) return direct;
  if (own.length > longest || tokens.some(({ level }) => level > deepest)) return byWords(shown, own);
  const used = usedDefinitions(definitions, own);
  const trace = traceOf(context + own, used, footnoteLabelsIn(definitions));
  return matched(shown, own, cutStart(trace, context.length));
}

function cutStart({ text, starts, ends }: Trace, length: number): Trace {
  if (length === 0) return { text, starts, ends };
  const from = starts.findIndex((start) => start >= length);
  const cut = from === -1 ? starts.length : from;
  const back = (offsets: readonly number[]) => offsets.slice(cut).map((offset) => offset - length);
  return { text: text.slice(cut), starts: back(starts), ends: back(ends) };
}
