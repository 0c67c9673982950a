import type { TextRange } from './placement.ts';

/** A text in the form anchors are compared in, and the way back to the raw offsets that are stored. */
export interface ComparableText {
  /** NFC, every run of whitespace one space: CRLF, rewrapped paragraphs and rendered pages compare equal. */
  readonly text: string;
  readonly raw: string;
  readonly toRaw: (offset: number) => number;
  readonly fromRaw: (offset: number) => number;
  /** `fromRaw` for offsets that ascend from call to call: no search for each. */
  readonly fromRawAscending: () => (offset: number) => number;
}

export function comparable(raw: string): ComparableText {
  const flat = raw.replace(/[^\S ]/g, ' ');
  const drift = new Drift();
  const text = raw.normalize('NFC') === raw ? collapse(flat, drift) : collapseAndCompose(flat, drift);
  return {
    text,
    raw,
    toRaw: (offset) => Math.min(raw.length, translate(drift.text, drift.raw, offset)),
    fromRaw: (offset) => translate(drift.raw, drift.text, Math.max(0, Math.min(raw.length, offset))),
    fromRawAscending: () => {
      let index = 0;
      return (offset) => {
        while ((drift.raw[index + 1] ?? Infinity) <= offset) index++;
        return translateAt(drift.raw, drift.text, index, offset);
      };
    },
  };
}

/** Nearly every text is NFC already, and a long one has tens of thousands of runs: no callback for each. */
function collapse(flat: string, drift: Drift): string {
  for (let start = flat.indexOf('  '); start !== -1;) {
    let end = start + 2;
    while (flat.charCodeAt(end) === 0x20) end++;
    drift.add(start, end, 1);
    start = flat.indexOf('  ', end);
  }
  return flat.replace(/ {2,}/g, ' ');
}

// Hangul syllables compose from letters that are no combining marks; some lone characters (the Ångström sign)
// change under NFC too.
const spacesAndComposition =
  /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]+\p{M}*|\P{M}\p{M}+| {2,}|[^\p{ASCII}]/gu;

function collapseAndCompose(flat: string, drift: Drift): string {
  return flat.replace(spacesAndComposition, (run, start: number) => {
    const piece = run.startsWith('  ') ? ' ' : run.normalize('NFC');
    if (piece !== run) drift.add(start, start + run.length, piece.length);
    return piece;
  });
}

/** Where the texts drift apart, instead of an offset for every character. Both lists ascend. */
class Drift {
  readonly raw: number[] = [0];
  readonly text: number[] = [0];

  /** An offset inside a changed run has no counterpart: both its ends are kept, what lies between is clamped. */
  add(start: number, end: number, length: number): void {
    const at = (this.text.at(-1) ?? 0) + start - (this.raw.at(-1) ?? 0);
    this.raw.push(start, end);
    this.text.push(at, at + length);
  }
}

function translate(from: readonly number[], to: readonly number[], offset: number): number {
  return translateAt(from, to, lastAtMost(from, offset), offset);
}

function translateAt(from: readonly number[], to: readonly number[], index: number, offset: number): number {
  const moved = (to[index] ?? 0) + offset - (from[index] ?? 0);
  return Math.min(moved, to[index + 1] ?? moved);
}

/** Outer whitespace of a selection says nothing about its place. */
export function trimSpaces(text: string, { start, end }: TextRange): TextRange {
  while (start < end && text.charAt(start) === ' ') start++;
  while (end > start && text.charAt(end - 1) === ' ') end--;
  return { start, end };
}

/** Index of the last entry of an ascending list that is not above `value`; 0 when all are. */
export function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
