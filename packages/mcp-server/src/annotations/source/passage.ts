/** Looks for a passage of a page in one file. */
import { lettersIn, lettersOf } from './letters.ts';

/** What is known of a passage: its words, and those around it on the page. */
export interface Passage {
  readonly quote: string;
  readonly before: string;
  readonly after: string;
}

export interface Found {
  readonly line: number;
  readonly how: 'exact' | 'marked' | 'partly';
  /** How many letters around it are those around the passage on the page. */
  readonly agreement: number;
}

export type FindIn = (source: string, extension: string) => Found[];

/** So many places in one file are told when nothing tells them apart. */
const mostPlaces = 3;

export function createFinder({ quote, before, after }: Passage): FindIn {
  const wanted = lettersOf(quote);
  const around = { before: lettersOf(before), after: lettersOf(after) };
  const rareWords = longestWords(quote);
  return (source, extension) => {
    if (wanted === '') return literally(source, quote);
    if (!mayHold(source, rareWords)) return [];
    const { text, offsets } = lettersIn(source, extension);
    const lineOf = (index: number) => lineAt(source, offsets[index] ?? 0);
    const whole = occurrences(text, wanted).map((index) => ({
      line: lineOf(index),
      how: isExact(source, offsets[index] ?? 0, quote) ? ('exact' as const) : ('marked' as const),
      agreement: agreementAt(text, index, wanted.length, around),
    }));
    if (whole.length > 0) return best(whole);
    const partly = mostOf(text, wanted);
    return partly === null ? [] : [{ line: lineOf(partly), how: 'partly', agreement: 0 }];
  };
}

/**
 * Where the whole passage is in a source; of several occurrences the one whose surrounding text agrees most. `null` when
 * there is none, or when the best two agree equally.
 */
export function findPassage(
  { quote, before, after }: Passage,
  source: string,
  extension: string,
): { readonly start: number; readonly end: number } | null {
  const wanted = lettersOf(quote);
  if (wanted === '') return null;
  const { text, offsets } = lettersIn(source, extension);
  const around = { before: lettersOf(before), after: lettersOf(after) };
  const ranked = occurrences(text, wanted)
    .map((index) => ({ index, agreement: agreementAt(text, index, wanted.length, around) }))
    .sort((a, b) => b.agreement - a.agreement);
  const [first, second] = ranked;
  if (first === undefined || first.agreement === second?.agreement) return null;
  const start = offsets[first.index];
  const last = offsets[first.index + wanted.length - 1];
  if (start === undefined || last === undefined) return null;
  // The quote may end with marks that are no letters, such as a full stop.
  const tail = /[^\p{L}\p{N}]*$/u.exec(quote.trimEnd())?.[0] ?? '';
  const end = last + 1;
  return { start, end: source.startsWith(tail, end) ? end + tail.length : end };
}

function literally(source: string, quote: string): Found[] {
  const at = quote.trim() === '' ? -1 : source.indexOf(quote.trim());
  return at === -1 ? [] : [{ line: lineAt(source, at), how: 'exact', agreement: 0 }];
}

/** A quick look that spares most files the rest. Three words, because markup may stand inside one. */
function mayHold(source: string, words: readonly string[]): boolean {
  const text = source.toLowerCase();
  return words.length === 0 || words.some((word) => text.includes(word));
}

function longestWords(quote: string): string[] {
  const words = quote.toLowerCase().match(/[a-z\d]+/g) ?? [];
  // Letters with accents may be written in other ways in the source.
  const hasOthers = /[^\P{L}a-z]/iu.test(quote);
  return hasOthers ? [] : [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 3);
}

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && found.length < 1_000; at = text.indexOf(wanted, at + 1))
    found.push(at);
  return found;
}

function agreementAt(
  text: string,
  start: number,
  length: number,
  { before, after }: { before: string; after: string },
): number {
  let left = 0;
  while (left < before.length && text[start - 1 - left] === before[before.length - 1 - left]) left++;
  let right = 0;
  while (right < after.length && text[start + length + right] === after[right]) right++;
  return left + right;
}

function best(found: readonly Found[]): Found[] {
  const most = Math.max(...found.map(({ agreement }) => agreement));
  return found.filter(({ agreement }) => agreement === most).slice(0, mostPlaces);
}

/** Where pieces of it stand that are more than half of it: the text was changed since, or is put together. */
function mostOf(text: string, wanted: string): number | null {
  const size = 12;
  const pieces = wanted.match(new RegExp(`.{${size}}`, 'gsu')) ?? [];
  if (pieces.length < 3) return null;
  const places = pieces.map((piece) => text.indexOf(piece)).filter((at) => at !== -1);
  return places.length * 2 > pieces.length ? Math.min(...places) : null;
}

function isExact(source: string, offset: number, quote: string): boolean {
  const words = quote.trim();
  // The passage may begin with a mark that is not a letter.
  return source.slice(Math.max(0, offset - 8), offset + words.length + 8).includes(words);
}

/** 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
