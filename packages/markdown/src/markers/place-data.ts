import { closingLineEndings, isLineStart, lineEndingOf } from './lines.ts';
import type { Insertion } from './ranges.ts';
import { renderingOf } from './rendering.ts';
import type { Segmented } from './segments.ts';
import { dataOpening } from './syntax.ts';

export interface DataPlace {
  at: number;
  /** Line endings that have to come before it. */
  newlines: number;
}

/**
 * Where comment data can stand, best first: at the end of the file behind a blank line, right behind the last line (a
 * blank line would belong to code in a list), or before one of the last blocks, because a fence or a comment
 * that is never closed runs to the end of the file.
 */
export function* placesForData(text: string, { segments, inContext }: Segmented): Generator<DataPlace> {
  const lineEnding = lineEndingOf(text);
  const closing = closingLineEndings(text);
  const atEnd = [...new Set([2 - closing, Math.max(0, 1 - closing)])].map((newlines) => ({
    at: text.length,
    newlines,
  }));
  const before = segments.map(({ start }) => ({ at: start, newlines: 0 })).toReversed();
  for (const place of [...atEnd, ...before]) {
    if (place.newlines === 0 && !isLineStart(text, place.at)) continue;
    const last = segments.findLastIndex(({ start }) => start <= place.at);
    const first = segments[Math.max(0, place.at < text.length ? last - 1 : last)];
    if (first === undefined) continue;
    const from = first.start;
    const to = segments[last]?.end ?? text.length;
    const sample = insertionFor(place, `${dataOpening} {}${lineEnding}-->`, lineEnding).text;
    const changed = text.slice(from, place.at) + sample + text.slice(place.at, to);
    const rendering = renderingOf(inContext(first, text.slice(from, to)));
    if (rendering.isKeptBy(inContext(first, changed))) yield place;
  }
}

export function insertionFor({ at, newlines }: DataPlace, block: string, lineEnding: string): Insertion {
  return { at, text: lineEnding.repeat(newlines) + block + lineEnding };
}
