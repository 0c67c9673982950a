/** Puts the text that an anchor was made in together again, as far as its parts are still in the text of now. */
import { type Fingerprint, type Parts, partsOf } from './fingerprint.ts';
import { type Pieces, piecesOf } from './pieces.ts';
import type { TextRange } from './placement.ts';

/** The text of a fingerprint. */
export interface RecalledText {
  readonly text: string;
  /** Ranges of its parts in it, by index. */
  readonly parts: readonly TextRange[];
  /** Whether the part is still there; else `unknownWords` is in its place. */
  readonly isKnown: (part: number) => boolean;
}

/** Prepares the text of now for many fingerprints. */
export function createRecall(text: string): (fingerprint: Fingerprint) => RecalledText {
  let pieces: Pieces | null = null;
  const levels = new Map<number, PartsOfNow>();
  const partsAt = (level: number): PartsOfNow => {
    const known = levels.get(level);
    if (known !== undefined) return known;
    const made = indexParts(text, partsOf((pieces ??= piecesOf(text)), level));
    levels.set(level, made);
    return made;
  };
  return ({ level, hashes }) => join(placesOf(hashes, partsAt(level)), partsAt(level));
}

/** Stands for a part that is gone. Of the code points for private use: Chrome refuses scripts with one that is none. */
export const unknownWords = '\ue000';

interface PartsOfNow extends Parts {
  readonly text: string;
  /** Where each hash occurs first. */
  readonly byHash: ReadonlyMap<number, readonly number[]>;
}

// Parts that recur more often, such as the rows of a table, read the same everywhere.
const mostOccurrences = 16;

function indexParts(text: string, parts: Parts): PartsOfNow {
  const byHash = new Map<number, number[]>();
  parts.hashes.forEach((hash, index) => {
    const known = byHash.get(hash);
    if (known === undefined) byHash.set(hash, [index]);
    else if (known.length < mostOccurrences) known.push(index);
  });
  return { ...parts, text, byHash };
}

/** No part of now. */
const gone = -1;

/** For each hash the part of now that has it, or `gone`. */
function placesOf(hashes: readonly number[], now: PartsOfNow): number[] {
  let previous = gone;
  const places = hashes.map((hash, index) => {
    const next = previous + 1;
    // One hash in 4,096 is equal by chance; two in a row are not.
    const isSure = (at: number) => now.hashes[at] === hash && hasNeighbour(hashes, index, now.hashes, at);
    previous = isSure(next) ? next : (now.byHash.get(hash)?.find(isSure) ?? gone);
    return previous;
  });
  return fillGaps(places, hashes, now);
}

function hasNeighbour(old: readonly number[], index: number, now: readonly number[], at: number): boolean {
  return (
    (index > 0 && at > 0 && old[index - 1] === now[at - 1]) ||
    (index + 1 < old.length && at + 1 < now.length && old[index + 1] === now[at + 1])
  );
}

/** A lone part counts where it is still between the same two others. */
function fillGaps(places: readonly number[], hashes: readonly number[], now: PartsOfNow): number[] {
  const rights: number[] = [];
  for (let index = places.length - 1, right = now.hashes.length; index >= 0; index--) {
    rights[index] = right;
    right = places[index] === gone ? right : (places[index] ?? right);
  }
  let left = gone;
  return places.map((place, index) => {
    const right = rights[index] ?? gone;
    const found =
      place === gone ? now.byHash.get(hashes[index] ?? gone)?.find((at) => left < at && at < right) : place;
    left = found ?? left;
    return found ?? gone;
  });
}

function join(places: readonly number[], now: PartsOfNow): RecalledText {
  const parts: TextRange[] = [];
  let text = '';
  places.forEach((place, index) => {
    const start = text.length;
    text += place === gone ? unknownWords : contentOf(now, place);
    parts.push({ start, end: text.length });
    text += place === gone ? breakBefore(places[index + 1], now) : spaceAfter(now, place) || ' ';
  });
  return { text, parts, isKnown: (part) => (places[part] ?? gone) !== gone };
}

function contentOf({ text, starts, ends }: PartsOfNow, place: number): string {
  return text.slice(starts[place], ends[place]);
}

function spaceAfter({ text, starts, ends }: PartsOfNow, place: number): string {
  return text.slice(ends[place], starts[place + 1] ?? text.length);
}

/** A part that begins a line now did so before. */
function breakBefore(place: number | undefined, now: PartsOfNow): string {
  const isInLine = place !== undefined && place > 0 && !spaceAfter(now, place - 1).includes('\n');
  return isInLine ? ' ' : '\n';
}
