import type { Passage } from './evidence.ts';
import type { NewText } from './new-text.ts';
import type { TextRange } from './placement.ts';

const shingleLength = 14;
// Each shingle is one pass over the text it is looked for in.
const mostShinglesNearby = 40;
const mostShinglesAnywhere = 12;
const neighbourhood = 20_000;
// A shingle found more often says nothing about the place.
const mostRepeats = 4;
const mostWindows = 4;
// A lone piece beside a place with many is chance. A moved quote may have few: its context stays behind with the most.
const leastShareOfTop = 0.1;
const slack = 160;

/**
 * Windows of `text` where pieces of the passage occur, the most pieces first; around `expected` the pieces are small
 * and many, in the rest of a long text few. A piece must be intact, so a passage without any is gone: that is what
 * makes a miss cheap, where scoring every place is not.
 */
export function likelyWindows(passage: Passage, text: string, expected: number): TextRange[] {
  const starts = votesIn(text, passage.text, expected);
  return mostVoted(starts, passage).map((start) => windowAt(passage, text, start));
}

/** The same for what is moved as a whole, looked for in the new text only: what surrounded it stayed where it was. */
export function likelyNewWindows(
  passage: Passage,
  text: string,
  newText: NewText,
  expected: number,
): TextRange[] {
  const unit = passage.units.paragraph;
  const moved = passage.text.slice(unit.start, unit.end);
  const starts = votesIn(newText.text, moved, newText.fromWhole(expected), newText.toWhole);
  return mostVoted(starts, passage).map((start) => windowAt(passage, text, start - unit.start));
}

function mostVoted(starts: readonly number[], { quote }: Passage): number[] {
  const tolerance = slack + quote.length / 4;
  const groups: number[][] = [];
  for (const start of starts.toSorted((left, right) => left - right)) {
    const group = groups.at(-1);
    if (group !== undefined && start - (group[0] ?? 0) <= tolerance) group.push(start);
    else groups.push([start]);
  }
  groups.sort((left, right) => right.length - left.length);
  const top = groups[0]?.length ?? 0;
  return groups
    .slice(0, mostWindows)
    .filter((group) => group.length >= top * leastShareOfTop)
    .map((group) => group[group.length >> 1] ?? 0);
}

/** The window for a passage that is thought to begin at `start`. */
export function windowAt(passage: Passage, text: string, start: number): TextRange {
  const room = slack + Math.floor(passage.quote.length / 4);
  return {
    start: Math.max(0, start - room),
    end: Math.min(text.length, start + passage.text.length + room),
  };
}

/** Each intact piece says where the passage would begin. `toWhole` translates where a piece was found. */
function votesIn(
  text: string,
  passage: string,
  expected: number,
  toWhole = (offset: number) => offset,
): number[] {
  const from = Math.max(0, expected - neighbourhood);
  const nearby = text.slice(from, expected + neighbourhood);
  const starts = votes(passage, nearby, mostShinglesNearby, (at) => toWhole(at + from));
  if (nearby.length < text.length) starts.push(...votes(passage, text, mostShinglesAnywhere, toWhole));
  return starts;
}

function votes(
  passage: string,
  text: string,
  mostShingles: number,
  toWhole: (offset: number) => number,
): number[] {
  const starts: number[] = [];
  const step = Math.max(shingleLength, Math.ceil(passage.length / mostShingles));
  for (let offset = 0; offset + shingleLength <= passage.length; offset += step) {
    const shingle = passage.slice(offset, offset + shingleLength);
    const found = firstOccurrences(text, shingle);
    if (found.length <= mostRepeats) starts.push(...found.map((at) => toWhole(at) - offset));
  }
  return starts;
}

function firstOccurrences(text: string, shingle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(shingle); at !== -1 && found.length <= mostRepeats;) {
    found.push(at);
    at = text.indexOf(shingle, at + 1);
  }
  return found;
}
