/** Carries ranges of the last seen text over to the text of now. Built once for all anchors of a document. */
import type { ComparableText } from './comparable.ts';
import type { Followed, Replaced } from './follow.ts';
import { followHeading } from './headings.ts';
import type { Pairs } from './in-order.ts';
import { pairLines } from './line-pairs.ts';
import { linesIn, linesOf, type Lines } from './lines.ts';
import { newTextOf, type NewText } from './new-text.ts';
import { shift, type TextRange } from './placement.ts';
import { regionsFor, type Region } from './regions.ts';
import { createFollowRow, type FollowRow } from './tables.ts';
import { alignWords, type WordAlignment } from './words.ts';

/** Ranges are in comparable form on both sides. */
export interface Alignment {
  /** False when lines were only deleted: then nothing can have moved. */
  readonly hasNewText: boolean;
  newText(): NewText;
  /** Likely places, the likeliest first; a moved paragraph has one where it was and one where it went. */
  follow(range: TextRange): Iterable<FollowedByEdit>;
  /** Where a range of one line went, when that line is certain though it reads otherwise: a row or a heading. */
  followLine(range: TextRange): TextRange | null;
  /** What stands where the range stood, whatever it reads; null when nothing does. */
  replaced(range: TextRange): Replaced | null;
  /** Share (0..1) of a range of the new text that stood in the last seen text already, outside `except`. */
  knownShare(range: TextRange, except: TextRange): number;
}

export interface FollowedByEdit extends Followed {
  /** Not between the lines that it stood between. */
  readonly isElsewhere: boolean;
}

/** A text in comparable form, with its lines. */
export interface LinedText extends Pick<ComparableText, 'text'> {
  readonly lines: Lines;
}

export function lined<Text extends ComparableText>(text: Text): Text & LinedText {
  return { ...text, lines: linesOf(text) };
}

export function align(lastSeen: LinedText, now: LinedText): Alignment {
  const { lines: oldLines } = lastSeen;
  const { lines: newLines } = now;
  const pairs = pairLines(oldLines.keys, newLines.keys);
  const compare = rememberRegions(lastSeen.text, oldLines, now.text, newLines);

  function* follow(range: TextRange): Generator<FollowedByEdit> {
    const touched = linesIn(oldLines, range);
    const unchanged = followUnchanged(range, touched, oldLines, newLines, pairs.all.toNew);
    if (unchanged !== null) {
      yield { ...unchanged, isElsewhere: false };
      return;
    }
    for (const [rank, region] of regionsFor(touched, pairs).entries()) {
      const place = compare(region).follow(range);
      if (place !== null) yield { ...place, isElsewhere: rank > 0 };
    }
  }

  let followRow: FollowRow | null = null;
  function followLine(range: TextRange): TextRange | null {
    const { start: line, end } = linesIn(oldLines, range);
    if (end !== line + 1 || pairs.all.toNew[line] !== -1) return null;
    followRow ??= createFollowRow(oldLines, newLines);
    return followRow(range, line) ?? followHeading(range, line, pairs, oldLines, newLines);
  }

  function replaced(range: TextRange): Replaced | null {
    const [region] = regionsFor(linesIn(oldLines, range), pairs);
    return region === undefined ? null : compare(region).replaced(range);
  }

  function knownShare(range: TextRange, except: TextRange): number {
    const touched = linesIn(newLines, range);
    const own = linesIn(oldLines, except);
    let known = 0;
    let all = 0;
    for (let line = touched.start; line < touched.end; line++) {
      const part = overlap(range, { start: newLines.starts[line] ?? 0, end: newLines.ends[line] ?? 0 });
      const length = Math.max(0, part.end - part.start);
      const origin = pairs.all.toOld[line] ?? -1;
      all += length;
      if (origin === -1) known += length * knownWords(line, part, except);
      else if (origin < own.start || origin >= own.end) known += length;
    }
    return all === 0 ? 0 : known / all;
  }

  function knownWords(newLine: number, range: TextRange, except: TextRange): number {
    const back = { inOrder: turned(pairs.inOrder), all: turned(pairs.all) };
    const [region] = regionsFor({ start: newLine, end: newLine + 1 }, back);
    return region === undefined ? 0 : compare({ old: region.now, now: region.old }).knownShare(range, except);
  }

  let made: NewText | null = null;
  const newText = () => (made ??= newTextOf(now.text, newLines, (line) => pairs.all.toOld[line] === -1));

  return { hasNewText: pairs.all.toOld.includes(-1), newText, follow, followLine, replaced, knownShare };
}

function turned({ toNew, toOld }: Pairs): Pairs {
  return { toNew: toOld, toOld: toNew };
}

/** Lines that are all still there, one after the other: the range within them is where it was. */
function followUnchanged(
  range: TextRange,
  touched: TextRange,
  oldLines: Lines,
  newLines: Lines,
  toNew: Int32Array,
): Followed | null {
  const first = toNew[touched.start] ?? -1;
  if (first === -1) return null;
  for (let line = touched.start; line < touched.end; line++) {
    if (toNew[line] !== first + line - touched.start) return null;
  }
  const last = touched.end - 1;
  const start = (newLines.starts[first] ?? 0) + range.start - (oldLines.starts[touched.start] ?? 0);
  const end = (newLines.starts[toNew[last] ?? 0] ?? 0) + range.end - (oldLines.starts[last] ?? 0);
  return { start, end, kept: 1, before: 1, after: 1 };
}

/** Many anchors share an edited paragraph; its words are compared once. */
function rememberRegions(oldText: string, oldLines: Lines, newText: string, newLines: Lines) {
  const known = new Map<string, WordAlignment>();
  return ({ old, now }: Region): WordAlignment => {
    const key = `${old.start} ${old.end} ${now.start} ${now.end}`;
    let found = known.get(key);
    if (found === undefined) {
      const before = extent(oldLines, old);
      const after = extent(newLines, now);
      found = shifted(
        alignWords(oldText.slice(before.start, before.end), newText.slice(after.start, after.end)),
        before.start,
        after.start,
      );
      known.set(key, found);
    }
    return found;
  };
}

function shifted(words: WordAlignment, oldStart: number, newStart: number): WordAlignment {
  return {
    follow: (range) => {
      const place = words.follow(shift(range, -oldStart));
      return place && shift(place, newStart);
    },
    replaced: (range) => {
      const place = words.replaced(shift(range, -oldStart));
      return place && { ...shift(place, newStart), old: shift(place.old, oldStart) };
    },
    knownShare: (range, except) => words.knownShare(shift(range, -newStart), shift(except, -oldStart)),
  };
}

function extent(lines: Lines, span: TextRange): TextRange {
  return { start: lines.starts[span.start] ?? 0, end: span.end === 0 ? 0 : (lines.ends[span.end - 1] ?? 0) };
}

function overlap(left: TextRange, right: TextRange): TextRange {
  return { start: Math.max(left.start, right.start), end: Math.min(left.end, right.end) };
}
