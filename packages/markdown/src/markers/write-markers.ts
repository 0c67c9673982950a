import { AnnotateError } from '@annotate-mcp/core';

import { acceptByHalves } from './accept-by-halves.ts';
import { type DataEntry, formatData } from './comment-data.ts';
import type { MarkedComment } from './marked-comment.ts';
import { dataPositions, type DataPosition, insertionFor } from './position-data.ts';
import { type PositionedMarker, positionMarkers } from './position-markers.ts';
import { insertAll } from './ranges.ts';
import { readMarkers, removeMarkers } from './read-markers.ts';
import { renderingOf } from './rendering.ts';
import { noSeal, type SealOf } from './seals.ts';
import { segmentsOf } from './segments.ts';
import { byteOrderMark } from './syntax.ts';

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
