import { afterLineEnding, beforeLineEndings, endOfLine, lineAt, lineStarts } from '../document/lines.ts';

import {
  type DataEntry,
  type IsOwn,
  type MarkedComment,
  nothingIsOwn,
  parseData,
  unreadable,
} from './comment-data.ts';
import { findMarkers, type FoundData, type FoundMarker, mostMarkers } from './find-markers.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { isOnOwnLine, type Note, noteRanges } from './notes.ts';
import { type Range, removeRanges } from './ranges.ts';
import { shiftAnchor } from './shift-anchor.ts';
import { byteOrderMark, markerFor, markerTextsIn, openingsIn } from './syntax.ts';

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
 * placement stays as it was written. The caller searches for the exact placement. A comment that is not `isOwn` has the
 * origin `repository`.
 */
export function readMarkers(raw: string, isOwn: IsOwn = nothingIsOwn): ReadMarkers {
  const { text, comments, problems } = read(raw, { isOwn, withNotes: false });
  return { text, comments, problems };
}

/** Also separates what a person has written into the file by hand. */
export function readMarkersAndNotes(raw: string, isOwn: IsOwn): ReadMarkers & { notes: Note[] } {
  return read(raw, { isOwn, withNotes: true });
}

interface ReadOptions {
  isOwn: IsOwn;
  withNotes: boolean;
}

function read(raw: string, options: ReadOptions): ReadMarkers & { notes: Note[] } {
  // Most files have none, and are not looked at any further.
  if (openingsIn(raw).length === 0) return { text: raw, comments: [], notes: [], problems: [] };
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : '';
  const first = readOnce(raw.slice(mark.length), mark.length, options);
  const problems = [...first.problems];
  const notes = [...first.notes];
  const comments = new Map(first.comments.map((comment) => [comment.id, comment]));
  let { text, isChanged } = first;
  // Removing a marker can form another one: `<!` and `-- mdrev:a -->` around it join when it is gone.
  for (let round = 1; isChanged && round < mostRounds; round += 1) {
    const again = readOnce(text, mark.length, options);
    isChanged = again.isChanged;
    text = again.text;
    if (!isChanged) break;
    for (const problem of again.problems) problems.push(problem);
    for (const note of again.notes) notes.push(note);
    for (const comment of again.comments) if (!comments.has(comment.id)) comments.set(comment.id, comment);
  }
  return { text: mark + text, comments: [...comments.values()], notes, problems };
}

/** Edits form one marker around another; only a hostile text has them nested deeper, and shows the rest as text. */
const mostRounds = 4;

/** Removes the markers with these ids, with or without comment data for them. */
export function removeMarkers(text: string, ids: ReadonlySet<string>): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const markers = findMarkers(body).markers.filter(({ id }) => ids.has(id));
  return markers.length === 0 ? text : mark + removeRanges(body, markerRanges(body, markers)).text;
}

function readOnce(
  body: string,
  lead: number,
  { isOwn, withNotes }: ReadOptions,
): ReadMarkers & { notes: Note[]; isChanged: boolean } {
  const found = findMarkers(body);
  const notes = withNotes ? found.notes : [];
  const data = readData(body, found.data, isOwn);
  const { entries, problems } = mergeDuplicates(data.entries);
  const known = new Set(entries.map(({ comment }) => comment.id));
  // The comment of the other markers may be in the data that could not be read.
  const ours = data.problems.length === 0 ? found.markers : found.markers.filter(({ id }) => known.has(id));
  const removed = [...data.ranges, ...markerRanges(body, ours)];
  const { text, offsetIn } = removeRanges(body, [...removed, ...noteRanges(body, notes, removed)]);
  const positions = positionsById(ours, (offset) => offsetIn(offset) + lead);
  const lost = found.markers.filter(({ id }) => !known.has(id));
  return {
    text,
    comments: shiftAnchors(entries, positions, ' '.repeat(lead) + text),
    problems: [
      ...tooManyMarkers(body),
      ...data.problems,
      ...problems,
      ...lost.map(({ id }) => `The marker "${id}" has no comment: the file's comment data does not have it.`),
      ...markerProblems(entries, positions, text),
    ],
    notes: notes.map((note) => ({
      text: note.text,
      at: offsetIn(note.start) + lead,
      isOnOwnLine: isOnOwnLine(body, note),
    })),
    isChanged: text !== body,
  };
}

function tooManyMarkers(body: string): string[] {
  return openingsIn(body).length > mostMarkers
    ? [`The file has more than ${mostMarkers} markers; none was read, and all are shown as text.`]
    : [];
}

/** More blocks are left in the file: merges make two of one, and not hundreds. */
const mostBlocks = 100;

function readData(body: string, blocks: readonly FoundData[], isOwn: IsOwn) {
  const read: { entries: DataEntry[]; problems: string[] }[] = [];
  const ranges: Range[] = [];
  let isLast = true;
  let tail = body.length;
  for (const { start, end } of blocks.toReversed()) {
    const block =
      read.length < mostBlocks
        ? parseData(body.slice(start, end), isOwn)
        : unreadable(`the file has more than ${mostBlocks} blocks of it`);
    const { entries, problems, understood, newlines } = block;
    read.push({ entries, problems });
    // Between two passages the line endings before it stay: they keep the passages apart.
    isLast &&= body.slice(end, tail).trim() === '';
    if (problems.length > 0) {
      for (const line of understood) ranges.push(lineRange(body, start + line.start, start + line.end));
      isLast = false;
      continue;
    }
    const from = isLast ? beforeLineEndings(body, start, newlines) : start;
    ranges.push({ start: from, end: afterLineEnding(body, end) });
    tail = from;
  }
  const inOrder = read.toReversed();
  return {
    entries: inOrder.flatMap(({ entries }) => entries),
    ranges,
    problems: inOrder.flatMap(({ problems }) =>
      problems.map((problem) => `Comment data was left in the file because ${problem}`),
    ),
  };
}

function lineRange(body: string, start: number, end: number): Range {
  return { start, end: afterLineEnding(body, end) };
}

/** The line of a marker is removed too when nothing else is on it. */
function markerRanges(body: string, markers: readonly FoundMarker[]): Range[] {
  const starts = lineStarts(body);
  const ranges = new Map<number, Range[]>();
  for (const { start, end } of markers) {
    const line = starts[lineAt(starts, start) - 1] ?? 0;
    const inLine = ranges.get(line);
    if (inLine === undefined) ranges.set(line, [{ start, end }]);
    else inLine.push({ start, end });
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

type Positions = ReadonlyMap<string, ReadonlySet<number>>;

function positionsById(markers: readonly FoundMarker[], offsetIn: (offset: number) => number): Positions {
  const positions = new Map<string, Set<number>>();
  for (const { id, start } of markers) {
    const known = positions.get(id);
    if (known === undefined) positions.set(id, new Set([offsetIn(start)]));
    else known.add(offsetIn(start));
  }
  return positions;
}

/** Of more copies of one marker only the first are compared with the quoted words. */
const mostCopies = 50;

function shiftAnchors(entries: readonly DataEntry[], positions: Positions, text: string): MarkedComment[] {
  const starts = lineStarts(text);
  return entries.map(({ comment, at }) => {
    const found = positions.get(comment.id);
    if (at === null || found === undefined || found.has(at)) return comment;
    const anchors = [...found]
      .slice(0, mostCopies)
      .map((to) => shiftAnchor(comment.anchor, { text, starts, from: at, to }));
    // Of several copies of the marker, the one at the quoted words counts.
    const anchor =
      anchors.find(({ char_start, quote }) => text.startsWith(quote, char_start)) ??
      anchors[0] ??
      comment.anchor;
    return { ...comment, anchor };
  });
}

function markerProblems(entries: readonly DataEntry[], positions: Positions, text: string): string[] {
  const shown = markerTextsIn(text);
  return entries.flatMap(({ comment: { id }, at }) => {
    const found = positions.get(id)?.size ?? 0;
    if (found > 1) {
      return [
        `The marker of comment "${id}" is in the file ${found} times; the one at the quoted words counts.`,
      ];
    }
    if (found > 0 || at === null) return [];
    return shown.has(markerFor(id))
      ? [
          `The marker of comment "${id}" is where it is shown as text; it was left there. Delete it, or move it out of the code.`,
        ]
      : [`The marker of comment "${id}" is gone; its position is read from the comment data.`];
  });
}
