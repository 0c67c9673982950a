import { isLineStart, lineEndingOf } from './lines.ts';
import { type Insertion, withInsertions } from './ranges.ts';
import { renderingOf } from './rendering.ts';
import { candidatesFor, wordsOf } from './safe-places.ts';
import type { Segment, Segmented } from './segments.ts';
import { settle } from './settle.ts';
import { markerFor } from './syntax.ts';

export interface Wanted {
  id: string;
  /** The end of the passage that the comment is about. */
  target: number;
}

export interface PlacedMarker extends Insertion {
  id: string;
}

/**
 * Finds a place for each marker: at its target or as near as the rendering allows, else on a line of its own between
 * two blocks. Whoever has none is left out. Only the parts that are concerned are parsed.
 */
export function placeMarkers(text: string, segmented: Segmented, wanted: readonly Wanted[]): PlacedMarker[] {
  const placed: PlacedMarker[] = [];
  const left: Wanted[] = [];
  for (const [piece, group] of grouped(segmented.pieces, wanted)) {
    const { found, homeless } = amongWords(text, piece, group, segmented);
    placed.push(...found);
    left.push(...homeless);
  }
  for (const [segment, group] of grouped(segmented.segments, left)) {
    placed.push(...betweenBlocks(text, segment, group, segmented));
  }
  return placed;
}

function grouped(segments: readonly Segment[], wanted: readonly Wanted[]): Map<Segment, Wanted[]> {
  const groups = new Map<Segment, Wanted[]>();
  let index = 0;
  for (const item of wanted.toSorted((a, b) => a.target - b.target)) {
    // What ends where a block begins belongs to the block before.
    while (index < segments.length - 1 && (segments[index]?.end ?? 0) < item.target) index += 1;
    const segment = segments[index];
    if (segment !== undefined) groups.set(segment, [...(groups.get(segment) ?? []), item]);
  }
  return groups;
}

function amongWords(text: string, piece: Segment, group: readonly Wanted[], { inContext }: Segmented) {
  const source = text.slice(piece.start, piece.end);
  const shift = piece.start - piece.lead.length;
  const words = wordsOf(inContext(piece, source))
    .map(({ start, end }) => ({ start: start + shift, end: end + shift }))
    .filter(({ start, end }) => start >= piece.start && end <= piece.end);
  const rendering = renderingOf(inContext(piece, source));
  const isFine = (markers: readonly PlacedMarker[]) => {
    const inPiece = markers.map((marker) => ({ ...marker, at: marker.at - piece.start }));
    return rendering.isKeptBy(inContext(piece, withInsertions(source, inPiece)));
  };
  return tryInTurn(
    group.map((item) => ({ ...item, candidates: candidatesFor(text, words, item.target) })),
    isFine,
  );
}

interface Attempt extends Wanted {
  candidates: number[];
}

/** All first choices together; then the second choices of those that showed; and so on. */
function tryInTurn(group: readonly Attempt[], isFine: (markers: readonly PlacedMarker[]) => boolean) {
  const found: PlacedMarker[] = [];
  let attempts = group;
  while (attempts.some(({ candidates }) => candidates.length > 0)) {
    const markers = attempts.flatMap(({ id, candidates: [at] }) =>
      at === undefined ? [] : [{ id, at, text: markerFor(id) }],
    );
    found.push(...settle(markers, (some) => isFine([...found, ...some])).accepted);
    const settled = new Set(found.map(({ id }) => id));
    attempts = attempts
      .filter(({ id }) => !settled.has(id))
      .map((attempt) => ({ ...attempt, candidates: attempt.candidates.slice(1) }));
  }
  return { found, homeless: attempts };
}

/** Behind the block or, where that would show, before it. */
function betweenBlocks(
  text: string,
  segment: Segment,
  group: readonly Wanted[],
  { segments, inContext }: Segmented,
): PlacedMarker[] {
  const index = segments.indexOf(segment);
  const lineEnding = lineEndingOf(text);
  const lines = (at: number) => group.map(({ id }) => ({ id, at, text: markerFor(id) + lineEnding }));
  const isFine = (at: number, first: Segment, last: Segment) => {
    if (!isLineStart(text, at)) return false;
    const source = text.slice(first.start, last.end);
    const changed = withInsertions(
      source,
      lines(at).map((line) => ({ ...line, at: at - first.start })),
    );
    return renderingOf(inContext(first, source)).isKeptBy(inContext(first, changed));
  };
  if (isFine(segment.end, segment, segments[index + 1] ?? segment)) return lines(segment.end);
  return isFine(segment.start, segments[index - 1] ?? segment, segment) ? lines(segment.start) : [];
}
