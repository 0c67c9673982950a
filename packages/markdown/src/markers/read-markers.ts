import { type DataEntry, type MarkedComment, parseData } from './comment-data.ts';
import { findComments, type FoundData, type FoundMarker } from './html-comments.ts';
import { afterLineEnding, beforeLineEndings, endOfLine, lineStarts, startOfLine } from './lines.ts';
import { movedAnchor } from './moved-anchor.ts';
import { oneOfEach } from './one-of-each.ts';
import { type Range, without } from './ranges.ts';
import { byteOrderMark, markerFor } from './syntax.ts';

export interface ReadMarkers {
  /** The file without markers and comment data; every other character as it is. */
  text: string;
  /** In the order of the comment data. */
  comments: MarkedComment[];
  /** What somebody's edits left behind, in words for a person. */
  problems: string[];
}

/**
 * Takes the comments out of a file. It never throws and drops nothing that holds words: comment data that cannot be
 * read stays in `text`, and with it the markers that belong to it.
 *
 * The anchor of each comment is the one in the comment data, moved as far as its marker was moved by edits since;
 * the state of the anchor stays as it was written. Whoever opens the document finds the exact place by searching.
 */
export function readMarkers(raw: string): ReadMarkers {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : '';
  const first = readOnce(raw.slice(mark.length), mark.length);
  const problems = [...first.problems];
  const comments = new Map(first.comments.map((comment) => [comment.id, comment]));
  let { text, isChanged } = first;
  // What is left may read differently: `<!` and `-- mdrev:a -->` around a marker are one when it is gone.
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

/** The same text without the markers of comments that are about to be written, whatever belongs to them. */
export function withoutMarkersOf(text: string, ids: ReadonlySet<string>): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const markers = findComments(body).markers.filter(({ id }) => ids.has(id));
  return markers.length === 0 ? text : mark + without(body, markerRanges(body, markers)).text;
}

function readOnce(body: string, lead: number): ReadMarkers & { isChanged: boolean } {
  const found = findComments(body);
  const data = readData(body, found.data);
  const { entries, problems } = oneOfEach(data.entries);
  const known = new Set(entries.map(({ comment }) => comment.id));
  // Their comment may be in data that somebody has yet to repair.
  const ours = data.problems.length === 0 ? found.markers : found.markers.filter(({ id }) => known.has(id));
  const { text, offsetIn } = without(body, [...data.ranges, ...markerRanges(body, ours)]);
  const places = placesById(ours, (offset) => offsetIn(offset) + lead);
  const lost = found.markers.filter(({ id }) => !known.has(id));
  return {
    text,
    comments: placed(entries, places, ' '.repeat(lead) + text),
    problems: [
      ...data.problems,
      ...problems,
      ...lost.map(({ id }) => `The marker "${id}" has no comment: the file's comment data does not have it.`),
      ...markerProblems(entries, places, text),
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
    // Between two passages its line endings keep them apart.
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

/** A marker on a line of its own goes with its line: it was put there, or somebody put it there. */
function markerRanges(body: string, markers: readonly FoundMarker[]): Range[] {
  const ranges = new Map<number, Range[]>();
  for (const { start, end } of markers) {
    const line = startOfLine(body, start);
    ranges.set(line, [...(ranges.get(line) ?? []), { start, end }]);
  }
  return [...ranges].flatMap(([start, inLine]) => {
    const end = endOfLine(body, start);
    const rest = without(
      body.slice(start, end),
      inLine.map((range) => ({ start: range.start - start, end: range.end - start })),
    );
    return /^[ \t]*$/.test(rest.text) ? [{ start, end: afterLineEnding(body, end) }] : inLine;
  });
}

function placesById(
  markers: readonly FoundMarker[],
  offsetIn: (offset: number) => number,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { id, start } of markers) {
    const known = places.get(id) ?? [];
    const place = offsetIn(start);
    if (!known.includes(place)) places.set(id, [...known, place]);
  }
  return places;
}

function placed(entries: readonly DataEntry[], places: Map<string, number[]>, text: string): MarkedComment[] {
  const starts = lineStarts(text);
  return entries.map(({ comment, at }) => {
    const found = places.get(comment.id) ?? [];
    if (at === null || found.length === 0 || found.includes(at)) return comment;
    const anchors = found.map((to) => movedAnchor(comment.anchor, { text, starts, from: at, to }));
    // Of several copies, the one that stands at the quoted words.
    const anchor =
      anchors.find(({ char_start, quote }) => text.startsWith(quote, char_start)) ??
      anchors[0] ??
      comment.anchor;
    return { ...comment, anchor };
  });
}

function markerProblems(
  entries: readonly DataEntry[],
  places: Map<string, number[]>,
  text: string,
): string[] {
  return entries.flatMap(({ comment: { id }, at }) => {
    const found = places.get(id) ?? [];
    if (found.length > 1) {
      return [
        `The marker of comment "${id}" is in the file ${found.length} times; the one at the quoted words counts.`,
      ];
    }
    if (found.length > 0 || at === null) return [];
    return text.includes(markerFor(id))
      ? [
          `The marker of comment "${id}" stands where it is shown as text; it was left there. Delete it, or move it out of code.`,
        ]
      : [`The marker of comment "${id}" is gone; its place is taken from the comment data.`];
  });
}
