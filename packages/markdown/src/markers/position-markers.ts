import { isLineStart, lineEndingOf } from '../document/lines.ts';

import { markerCandidates, textRanges } from './marker-candidates.ts';
import { insertAll, type Insertion } from './ranges.ts';
import { acceptByHalves, renderingOf } from './rendering.ts';
import type { Segment, Segmented } from './segments.ts';
import { markerFor } from './syntax.ts';

export interface WantedMarker {
  id: string;
  /** The end of the passage that the comment is about. */
  target: number;
}

export interface PositionedMarker extends Insertion {
  id: string;
}

/**
 * Finds a position for each marker: at its target or as near as the rendering allows, else on a line of its own between
 * two blocks. Markers without such a position are left out. Only the parts of the text that they concern are parsed.
 */
export function positionMarkers(
  text: string,
  segmented: Segmented,
  wanted: readonly WantedMarker[],
): PositionedMarker[] {
  const positioned: PositionedMarker[] = [];
  const remaining: WantedMarker[] = [];
  for (const [piece, group] of groupBySegment(segmented.pieces, wanted)) {
    const { found, notFound } = positionInText(text, piece, group, segmented);
    positioned.push(...found);
    remaining.push(...notFound);
  }
  for (const [segment, group] of groupBySegment(segmented.segments, remaining)) {
    positioned.push(...positionBetweenBlocks(text, segment, group, segmented));
  }
  return positioned;
}

function groupBySegment(
  segments: readonly Segment[],
  wanted: readonly WantedMarker[],
): Map<Segment, WantedMarker[]> {
  const groups = new Map<Segment, WantedMarker[]>();
  let index = 0;
  for (const item of wanted.toSorted((a, b) => a.target - b.target)) {
    // A target that ends where a block begins belongs to the block before.
    while (index < segments.length - 1 && (segments[index]?.end ?? 0) < item.target) index += 1;
    const segment = segments[index];
    if (segment !== undefined) groups.set(segment, [...(groups.get(segment) ?? []), item]);
  }
  return groups;
}

function positionInText(
  text: string,
  piece: Segment,
  group: readonly WantedMarker[],
  { inContext }: Segmented,
) {
  const source = text.slice(piece.start, piece.end);
  const shift = piece.start - piece.lead.length;
  const ranges = textRanges(inContext(piece, source))
    .map(({ start, end }) => ({ start: start + shift, end: end + shift }))
    .filter(({ start, end }) => start >= piece.start && end <= piece.end);
  const rendering = renderingOf(inContext(piece, source));
  const isFine = (markers: readonly PositionedMarker[]) => {
    const inPiece = markers.map((marker) => ({ ...marker, at: marker.at - piece.start }));
    return rendering.isKeptBy(inContext(piece, insertAll(source, inPiece)));
  };
  return tryCandidates(
    group.map((item) => ({ ...item, candidates: markerCandidates(text, ranges, item.target) })),
    isFine,
  );
}

interface Attempt extends WantedMarker {
  candidates: number[];
}

/** Tries the first candidates of all markers together; then the second candidates of those that failed; and so on. */
function tryCandidates(group: readonly Attempt[], isFine: (markers: readonly PositionedMarker[]) => boolean) {
  const found: PositionedMarker[] = [];
  let attempts = group;
  while (attempts.some(({ candidates }) => candidates.length > 0)) {
    const markers = attempts.flatMap(({ id, candidates: [at] }) =>
      at === undefined ? [] : [{ id, at, text: markerFor(id) }],
    );
    found.push(...acceptByHalves(markers, (some) => isFine([...found, ...some])));
    const done = new Set(found.map(({ id }) => id));
    attempts = attempts
      .filter(({ id }) => !done.has(id))
      .map((attempt) => ({ ...attempt, candidates: attempt.candidates.slice(1) }));
  }
  return { found, notFound: attempts };
}

/** After the block or, where that would change the rendering, before it. */
function positionBetweenBlocks(
  text: string,
  segment: Segment,
  group: readonly WantedMarker[],
  { segments, inContext }: Segmented,
): PositionedMarker[] {
  const index = segments.indexOf(segment);
  const lineEnding = lineEndingOf(text);
  const lines = (at: number) => group.map(({ id }) => ({ id, at, text: markerFor(id) + lineEnding }));
  const isFine = (at: number, first: Segment, last: Segment) => {
    if (!isLineStart(text, at)) return false;
    const source = text.slice(first.start, last.end);
    const changed = insertAll(
      source,
      lines(at).map((line) => ({ ...line, at: at - first.start })),
    );
    return renderingOf(inContext(first, source)).isKeptBy(inContext(first, changed));
  };
  if (isFine(segment.end, segment, segments[index + 1] ?? segment)) return lines(segment.end);
  return isFine(segment.start, segments[index - 1] ?? segment, segment) ? lines(segment.start) : [];
}
