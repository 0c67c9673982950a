import { AnnotateError } from '@annotate-mcp/core';

import { type DataEntry, formatData, type MarkedComment } from './comment-data.ts';
import { lineEndingOf } from './lines.ts';
import { type DataPlace, insertionFor, placesForData } from './place-data.ts';
import { type PlacedMarker, placeMarkers } from './place-markers.ts';
import { withInsertions } from './ranges.ts';
import { readMarkers, withoutMarkersOf } from './read-markers.ts';
import { renderingOf } from './rendering.ts';
import { segmentsOf } from './segments.ts';
import { settle } from './settle.ts';
import { byteOrderMark } from './syntax.ts';

/**
 * Writes these comments into a text and takes out all others; with none, every trace is gone. Anchors count in the
 * text without markers, which is what `readMarkers` gives. The document renders as before: a marker stands at the end of
 * its passage or at the nearest place that shows nothing, and a comment whose anchor is not `placed`, or
 * that has no such place, is in the comment data only.
 *
 * The comment data keeps the order of `comments`. Of two with the same id the last counts.
 */
export function writeMarkers(text: string, comments: readonly MarkedComment[]): string {
  const unmarked = readMarkers(text).text;
  if (comments.length === 0) return unmarked;
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const clean = withoutMarkersOf(unmarked, new Set(byId.keys()));
  const mark = clean.startsWith(byteOrderMark) ? byteOrderMark : '';
  return mark + written(clean.slice(mark.length), [...byId.values()], mark.length);
}

/**
 * Each block has been compared by both parsers already. To build the tree of a whole text as well takes seconds for a
 * megabyte, in which nothing else would happen; above this length the tokens have to do.
 */
const wholeTreeLength = 200_000;

/** `lead` is how much of the file comes before `body`: anchors count it, parsers do not. */
function written(body: string, comments: readonly MarkedComment[], lead: number): string {
  const segmented = segmentsOf(body);
  const wanted = comments
    .filter(({ anchorState }) => anchorState === 'placed')
    .map(({ id, anchor }) => ({ id, target: anchor.char_end - lead }))
    .filter(({ target }) => target > 0 && target <= body.length);
  const markers = placeMarkers(body, segmented, wanted);
  const rendering = renderingOf(body, { byBoth: body.length <= wholeTreeLength });
  for (const place of placesForData(body, segmented)) {
    const write = (some: readonly PlacedMarker[]) => compose(body, comments, some, place, lead);
    const isFine = (some: readonly PlacedMarker[]) => {
      const result = write(some);
      return readMarkers(result).text === body && rendering.isKeptBy(result);
    };
    if (isFine(markers)) return write(markers);
    // Blocks that do not read alone as they do in the document: rare enough to try the whole again.
    if (isFine([])) return write(settle(markers, isFine).accepted);
  }
  throw new AnnotateError(
    'markdown/failed',
    'This document has no place for comments where they would not show.',
    {
      hint: 'Keep the comments in the sidecar file instead of exporting them.',
    },
  );
}

function compose(
  body: string,
  comments: readonly MarkedComment[],
  markers: readonly PlacedMarker[],
  place: DataPlace,
  lead: number,
): string {
  const lineEnding = lineEndingOf(body);
  const places = new Map(markers.map(({ id, at }) => [id, at + lead]));
  const entries = comments.map((comment): DataEntry => ({ at: places.get(comment.id) ?? null, comment }));
  const block = formatData({ entries, newlines: place.newlines }, lineEnding);
  return withInsertions(body, [...markers, insertionFor(place, block, lineEnding)]);
}
