import { type DataEntry, type MarkedComment, parseData } from './comment-data.ts';
import { findMarkers, type FoundData, type FoundMarker } from './find-markers.ts';
import { afterLineEnding, beforeLineEndings, endOfLine, lineStarts, startOfLine } from './lines.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { type Range, removeRanges } from './ranges.ts';
import { shiftAnchor } from './shift-anchor.ts';
import { byteOrderMark, markerFor } from './syntax.ts';

export interface ReadMarkers {
  /** The file without markers and comment data; every other character as it is. */
  text: string;
  /** In the order of the comment data. */
  comments: MarkedComment[];
  /** What edits of the file have broken, for a person to read. */
  problems: string[];
}

/**
 * Separates the comments of a file from its text. It never throws and loses no comment: comment data that cannot be
 * read stays in `text`, and with it the markers that belong to it.
 *
 * The anchor of each comment is the one in the comment data, shifted as far as edits have shifted its marker; its
 * placement stays as it was written. The caller searches for the exact placement.
 */
export function readMarkers(raw: string): ReadMarkers {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : '';
  const first = readOnce(raw.slice(mark.length), mark.length);
  const problems = [...first.problems];
  const comments = new Map(first.comments.map((comment) => [comment.id, comment]));
  let { text, isChanged } = first;
  // Removing a marker can form another one: `<!` and `-- mdrev:a -->` around it join when it is gone.
  while (isChanged) {
    const again = readOnce(text, mark.length);
    isChanged = again.isChanged;
    text = again.text;
    if (!isChanged) break;
    problems.push(...again.problems);
    for (const comment of again.comments) if (!comments.has(comment.id)) comments.set(comment.id, comment);
  }
  return { text: mark + text, comments: [...comments.values()], problems };
}

/** Removes the markers with these ids, with or without comment data for them. */
export function removeMarkers(text: string, ids: ReadonlySet<string>): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const markers = findMarkers(body).markers.filter(({ id }) => ids.has(id));
  return markers.length === 0 ? text : mark + removeRanges(body, markerRanges(body, markers)).text;
}

function readOnce(body: string, lead: number): ReadMarkers & { isChanged: boolean } {
  const found = findMarkers(body);
  const data = readData(body, found.data);
  const { entries, problems } = mergeDuplicates(data.entries);
  const known = new Set(entries.map(({ comment }) => comment.id));
  // The comment of the other markers may be in the data that could not be read.
  const ours = data.problems.length === 0 ? found.markers : found.markers.filter(({ id }) => known.has(id));
  const { text, offsetIn } = removeRanges(body, [...data.ranges, ...markerRanges(body, ours)]);
  const positions = positionsById(ours, (offset) => offsetIn(offset) + lead);
  const lost = found.markers.filter(({ id }) => !known.has(id));
  return {
    text,
    comments: shiftAnchors(entries, positions, ' '.repeat(lead) + text),
    problems: [
      ...data.problems,
      ...problems,
      ...lost.map(({ id }) => `The marker "${id}" has no comment: the file's comment data does not have it.`),
      ...markerProblems(entries, positions, text),
    ],
    isChanged: text !== body,
  };
}

function readData(body: string, blocks: readonly FoundData[]) {
  const entries: DataEntry[] = [];
  const ranges: Range[] = [];
  const problems: string[] = [];
  let tail = body.length;
  for (const { start, end } of blocks.toReversed()) {
    const block = parseData(body.slice(start, end));
    entries.unshift(...block.entries);
    if (block.problems.length > 0) {
      problems.unshift(
        ...block.problems.map((problem) => `Comment data was left in the file because ${problem}`),
      );
      ranges.push(...block.understood.map((line) => lineRange(body, start + line.start, start + line.end)));
      continue;
    }
    // Between two passages the line endings before it stay: they keep the passages apart.
    const isLast = body.slice(end, tail).trim() === '';
    const from = isLast ? beforeLineEndings(body, start, block.newlines) : start;
    ranges.push({ start: from, end: afterLineEnding(body, end) });
    if (isLast) tail = from;
  }
  return { entries, ranges, problems };
}

function lineRange(body: string, start: number, end: number): Range {
  return { start, end: afterLineEnding(body, end) };
}

/** The line of a marker is removed too when nothing else is on it. */
function markerRanges(body: string, markers: readonly FoundMarker[]): Range[] {
  const ranges = new Map<number, Range[]>();
  for (const { start, end } of markers) {
    const line = startOfLine(body, start);
    ranges.set(line, [...(ranges.get(line) ?? []), { start, end }]);
  }
  return [...ranges].flatMap(([start, inLine]) => {
    const end = endOfLine(body, start);
    const rest = removeRanges(
      body.slice(start, end),
      inLine.map((range) => ({ start: range.start - start, end: range.end - start })),
    );
    return /^[ \t]*$/.test(rest.text) ? [{ start, end: afterLineEnding(body, end) }] : inLine;
  });
}

function positionsById(
  markers: readonly FoundMarker[],
  offsetIn: (offset: number) => number,
): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const { id, start } of markers) {
    const known = positions.get(id) ?? [];
    const position = offsetIn(start);
    if (!known.includes(position)) positions.set(id, [...known, position]);
  }
  return positions;
}

function shiftAnchors(
  entries: readonly DataEntry[],
  positions: Map<string, number[]>,
  text: string,
): MarkedComment[] {
  const starts = lineStarts(text);
  return entries.map(({ comment, at }) => {
    const found = positions.get(comment.id) ?? [];
    if (at === null || found.length === 0 || found.includes(at)) return comment;
    const anchors = found.map((to) => shiftAnchor(comment.anchor, { text, starts, from: at, to }));
    // Of several copies of the marker, the one at the quoted words counts.
    const anchor =
      anchors.find(({ char_start, quote }) => text.startsWith(quote, char_start)) ??
      anchors[0] ??
      comment.anchor;
    return { ...comment, anchor };
  });
}

function markerProblems(
  entries: readonly DataEntry[],
  positions: Map<string, number[]>,
  text: string,
): string[] {
  return entries.flatMap(({ comment: { id }, at }) => {
    const found = positions.get(id) ?? [];
    if (found.length > 1) {
      return [
        `The marker of comment "${id}" is in the file ${found.length} times; the one at the quoted words counts.`,
      ];
    }
    if (found.length > 0 || at === null) return [];
    return text.includes(markerFor(id))
      ? [
          `The marker of comment "${id}" is where it is shown as text; it was left there. Delete it, or move it out of the code.`,
        ]
      : [`The marker of comment "${id}" is gone; its position is read from the comment data.`];
  });
}
