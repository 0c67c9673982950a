import { afterLineEnding, endOfLine, startOfLine } from '../document/lines.ts';

import type { FoundNote } from './find-markers.ts';
import { type Range, removeRanges } from './ranges.ts';
/** Comments that a person has written into the file by hand: `<!-- mdrev: say this shorter -->`. */
import { acceptByHalves, renderingOf } from './rendering.ts';

export interface Note {
  text: string;
  /** Its position, as an offset into the text without markers and notes. */
  at: number;
  /** Nothing else is on its lines. */
  isOnOwnLine: boolean;
}

/**
 * What is to be removed from the text so that the notes are gone and the rest is shown as before. A note that keeps two
 * blocks apart, or is part of an HTML block, leaves an empty HTML comment behind. `removed` goes as well.
 */
export function noteRanges(body: string, notes: readonly FoundNote[], removed: readonly Range[]): Range[] {
  if (notes.length === 0) return [];
  const rangesWith = (whole: readonly FoundNote[]) => {
    const chosen = new Set(whole);
    return notes.map((note) => (chosen.has(note) ? wholeRange(body, note) : contentRange(body, note)));
  };
  const rendering = renderingOf(removeRanges(body, removed).text, { ignoresSpaces: true });
  let checksLeft = mostCheckedLength / (body.length + 1);
  const isFine = (whole: readonly FoundNote[]) =>
    checksLeft-- > 0 && rendering.isKeptBy(removeRanges(body, [...removed, ...rangesWith(whole)]).text);
  return rangesWith(acceptByHalves(notes, isFine));
}

/** In characters, all checks together: some seconds. In a file that takes more, notes leave empty comments behind. */
const mostCheckedLength = 5_000_000;

export function isOnOwnLine(body: string, { start, end }: Range): boolean {
  const before = body.slice(startOfLine(body, start), start);
  return /^[ \t>]*$/.test(before) && body.slice(end, endOfLine(body, end)).trim() === '';
}

/** With its lines, where nothing else is on them; at the end of a line or a cell with the spaces before it. */
function wholeRange(body: string, note: Range): Range {
  const line = startOfLine(body, note.start);
  const before = body.slice(line, note.start);
  const lineEnd = endOfLine(body, note.end);
  const after = body.slice(note.end, lineEnd).trim();
  if ((before + after).trim() === '') return { start: line, end: afterLineEnding(body, lineEnd) };
  const isLast = after === '' || after.startsWith('|');
  return { start: isLast ? line + before.trimEnd().length : note.start, end: note.end };
}

/** All but the signs that make it an HTML comment. */
function contentRange(body: string, { start, end }: Range): Range {
  const opening = body[start + 4] === ' ' ? 5 : 4;
  return { start: start + opening, end: end - 3 };
}
