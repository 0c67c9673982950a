import { AnnotateError } from '@annotate-mcp/core';

import { closingLineEndings, isLineStart, lineEndingOf } from '../document/lines.ts';

import { type DataEntry, formatData, type MarkedComment, noSeal, type SealOf } from './comment-data.ts';
import { type PositionedMarker, positionMarkers } from './position-markers.ts';
import { insertAll, type Insertion } from './ranges.ts';
import { readMarkers, removeMarkers } from './read-markers.ts';
import { acceptByHalves, renderingOf } from './rendering.ts';
import { type Segmented, segmentsOf } from './segments.ts';
import { byteOrderMark, dataOpening } from './syntax.ts';

/**
 * Writes these comments into a text and removes all others; with no comments, nothing of ours is left. Anchors count in
 * the text without markers, which is what `readMarkers` returns. The document renders as before: a marker is at the end
 * of its passage or at the nearest position that does not change the rendering. A comment whose anchor is not `placed`,
 * or that has no such position, is in the comment data only.
 *
 * The comment data keeps the order of `comments`. Of two with the same id the last counts.
 */
export function writeMarkers(
  text: string,
  comments: readonly MarkedComment[],
  sealOf: SealOf = noSeal,
): string {
  const unmarked = readMarkers(text).text;
  if (comments.length === 0) return unmarked;
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const clean = removeMarkers(unmarked, new Set(byId.keys()));
  const mark = clean.startsWith(byteOrderMark) ? byteOrderMark : '';
  const seals = new Map(comments.map((comment) => [comment, sealOf(comment)]));
  return (
    mark +
    writeInto(clean.slice(mark.length), [...byId.values()], mark.length, (comment) => seals.get(comment))
  );
}

/** `lead` is how much of the file comes before `body`: anchors count it, parsers do not. */
function writeInto(body: string, comments: readonly MarkedComment[], lead: number, sealOf: SealOf): string {
  const segmented = segmentsOf(body);
  const wanted = comments
    .filter(({ anchorState }) => anchorState === 'placed')
    .map(({ id, anchor }) => ({ id, target: anchor.char_end - lead }))
    .filter(({ target }) => target > 0 && target <= body.length);
  const markers = positionMarkers(body, segmented, wanted);
  // Above a length only tokens are compared; each block has been compared by both parsers already.
  const rendering = renderingOf(body);
  for (const position of dataPositions(body, segmented)) {
    const block = (entries: DataEntry[]) =>
      formatData({ entries, newlines: position.newlines }, position.lineEnding, sealOf);
    const write = (some: readonly PositionedMarker[]) =>
      compose(body, { comments, markers: some, position, lead }, block);
    const isFine = (some: readonly PositionedMarker[]) => {
      const result = write(some);
      return readMarkers(result).text === body && rendering.isKeptBy(result);
    };
    if (isFine(markers)) return write(markers);
    // A block that is parsed differently alone than in the document; rare enough to compare the whole text again.
    if (isFine([])) return write(acceptByHalves(markers, isFine));
  }
  throw new AnnotateError(
    'markdown/failed',
    'Comments cannot be written into this document without changing how it is shown.',
    { hint: 'Keep the comments in the sidecar file instead of exporting them.' },
  );
}

interface Composition {
  comments: readonly MarkedComment[];
  markers: readonly PositionedMarker[];
  position: DataPosition;
  lead: number;
}

function compose(
  body: string,
  { comments, markers, position, lead }: Composition,
  formatBlock: (entries: DataEntry[]) => string,
): string {
  const offsets = new Map(markers.map(({ id, at }) => [id, at + lead]));
  const entries = comments.map((comment): DataEntry => ({ at: offsets.get(comment.id) ?? null, comment }));
  return insertAll(body, [...markers, insertionFor(position, formatBlock(entries))]);
}

interface DataPosition {
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
function* dataPositions(text: string, { segments, inContext }: Segmented): Generator<DataPosition> {
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

function insertionFor({ at, newlines, lineEnding }: DataPosition, block: string): Insertion {
  return { at, text: lineEnding.repeat(newlines) + block + lineEnding };
}
