import { closingLineEndings, isLineStart, lineEndingOf } from './lines.ts';
import type { Insertion } from './ranges.ts';
import { renderingOf } from './rendering.ts';
import type { Segmented } from './segments.ts';
import { dataOpening } from './syntax.ts';

export interface DataPosition {
  at: number;
  /** How many line endings have to be written before it. */
  newlines: number;
  /** Of the comment data's own lines. */
  lineEnding: string;
}

/**
 * Possible positions of the comment data, best first: at the end of the file after a blank line; directly after the last
 * line, where a blank line would belong to code in a list; before one of the last blocks, because a fence or a comment
 * that is never closed runs to the end of the file.
 */
export function* dataPositions(text: string, { segments, inContext }: Segmented): Generator<DataPosition> {
  const lineEnding = lineEndingOf(text);
  const closing = closingLineEndings(text);
  const atEnd = [...new Set([2 - closing, Math.max(0, 1 - closing)])].map((newlines) => ({
    at: text.length,
    newlines,
    lineEnding,
  }));
  const before = segments
    .map(({ start }) => ({ at: start, newlines: 0, lineEnding: lineEndingBefore(text, start) }))
    .toReversed();
  for (const position of [...atEnd, ...before]) {
    const { at, newlines } = position;
    if (newlines === 0 && !isLineStart(text, at)) continue;
    const last = segments.findLastIndex(({ start }) => start <= at);
    const first = segments[Math.max(0, at < text.length ? last - 1 : last)];
    if (first === undefined) continue;
    const from = first.start;
    const to = segments[last]?.end ?? text.length;
    const sample = insertionFor(position, `${dataOpening} {}${position.lineEnding}-->`).text;
    const changed = text.slice(from, at) + sample + text.slice(at, to);
    const rendering = renderingOf(inContext(first, text.slice(from, to)));
    if (rendering.isKeptBy(inContext(first, changed))) yield position;
  }
}

/** A lone CR before a LF would become one line ending with it. */
function lineEndingBefore(text: string, at: number): string {
  return text[at] === '\n' ? '\n' : lineEndingOf(text);
}

export function insertionFor({ at, newlines, lineEnding }: DataPosition, block: string): Insertion {
  return { at, text: lineEnding.repeat(newlines) + block + lineEnding };
}
