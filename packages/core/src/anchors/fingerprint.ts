/**
 * What an anchor keeps of the text around its own words: a few bits for each part of the document, in order. Together with
 * the text of now it tells which parts were there already (recalled-text.ts). It can confirm a guess of a part, but
 * not be turned back into words: each part leaves 12 bits. A part of a few characters can be guessed.
 */
import type { TextAnchor } from './anchor.ts';
import { mixed, type Pieces, piecesOf } from './pieces.ts';

export interface Fingerprint {
  /** How coarse its parts are. */
  readonly level: number;
  /** Of all parts of the text, in order. Anchors that were made in the same text have the same. */
  readonly hashes: readonly number[];
  /** The parts that the quote and its context are in, as indexes; both inclusive. */
  readonly first: number;
  readonly last: number;
  /** How many visible characters of the first one are before the context, and how many of the last one after it. */
  readonly lead: number;
  readonly tail: number;
}

/** Parts of a text: runs of pieces. A part ends with a piece that its own hash chooses, so an edit changes one part. */
export interface Parts {
  /** `hashBits` bits each. */
  readonly hashes: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const hashBits = 12;

/** 1,400 characters at the most in each record. */
const mostParts = 700;
const highestLevel = 16;

export function partsOf({ hashes, starts, ends }: Pieces, level: number): Parts {
  const parts = { hashes: [] as number[], starts: [] as number[], ends: [] as number[] };
  const chosen = 2 ** level - 1;
  let hash = 0;
  let first = 0;
  hashes.forEach((piece, index) => {
    hash = mixed(Math.imul(hash, 31) ^ piece);
    if (((piece >>> hashBits) & chosen) !== 0 && index < hashes.length - 1) return;
    parts.hashes.push(hash & (2 ** hashBits - 1));
    parts.starts.push(starts[first] ?? 0);
    parts.ends.push(ends[index] ?? 0);
    hash = 0;
    first = index + 1;
  });
  return parts;
}

/** Prepares a text for the fingerprints of many anchors that lie in it. */
export function createFingerprints(text: string): (anchor: TextAnchor) => string {
  const pieces = piecesOf(text);
  let level = 0;
  let parts = partsOf(pieces, level);
  while (parts.hashes.length > mostParts && level < highestLevel) parts = partsOf(pieces, ++level);
  const { hashes, starts, ends } = parts;
  // More are left only of a text that repeats one line forever.
  const all = hashesAsText(hashes.slice(0, mostParts));
  return ({ start, end, contextBefore, contextAfter }) => {
    const from = start - contextBefore.length;
    const to = end + contextAfter.length;
    const first = Math.max(
      0,
      starts.findLastIndex((each) => each <= from),
    );
    const last = Math.max(
      first,
      starts.findLastIndex((each) => each < to),
    );
    const lead = visibleIn(text, starts[first] ?? 0, from);
    const tail = visibleIn(text, to, ends[last] ?? 0);
    return [level, first, last, lead, tail, all].join('.');
  };
}

function visibleIn(text: string, start: number, end: number): number {
  return text.slice(start, end).replace(/\s+/g, '').length;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function hashesAsText(hashes: readonly number[]): string {
  return hashes.map((hash) => digits.charAt(hash >> 6) + digits.charAt(hash & 63)).join('');
}

const written = /^(\d{1,2})\.(\d{1,3})\.(\d{1,3})\.(\d{1,7})\.(\d{1,7})\.((?:[\w-]{2}){1,700})$/;

/** Null for what another release or another program has written: then the anchor has none. */
export function readFingerprint(fingerprint: string): Fingerprint | null {
  const [, level, first, last, lead, tail, all = ''] = written.exec(fingerprint) ?? [];
  const hashes = hashesFromText(all);
  const read = {
    level: Number(level),
    first: Number(first),
    last: Number(last),
    lead: Number(lead),
    tail: Number(tail),
  };
  const isValid = read.level <= highestLevel && read.first <= read.last && read.last < hashes.length;
  return isValid ? { ...read, hashes } : null;
}

function hashesFromText(text: string): number[] {
  const hashes: number[] = [];
  for (let at = 0; at < text.length; at += 2) {
    hashes.push(digits.indexOf(text.charAt(at)) * 64 + digits.indexOf(text.charAt(at + 1)));
  }
  return hashes;
}
