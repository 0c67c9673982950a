/** The text of a tag as it is written in a source file, and how a new text is written in its place. */
import { lastAtMost } from '@annotate-mcp/core';

/** The grammar that a text is written in, which decides what has to be escaped. */
type TextGrammar = 'html' | 'vue' | 'svelte' | 'angular' | 'astro' | 'jsx' | '"' | "'" | '`';

/** A character of the text and the source that stands for it; whitespace is one piece with a space as its value. */
export interface Piece {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The only text that is written directly inside a tag. */
export interface TagText {
  readonly name: string;
  /** Offset of the tag's `<`. */
  readonly tag: number;
  readonly grammar: TextGrammar;
  /** Never empty. Without the whitespace around the text. */
  readonly pieces: readonly Piece[];
}

export interface SourceEditRange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function valueOf({ pieces }: Pick<TagText, 'pieces'>): string {
  return pieces.map(({ value }) => value).join('');
}

/** The offset of a line and a column, both from 1; `null` where the text has no such place. */
export function offsetAt(text: string, { line, column }: { line: number; column: number }): number | null {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const start = starts[line - 1];
  if (start === undefined) return null;
  const offset = start + column - 1;
  return lastAtMost(starts, offset) === line - 1 && offset < text.length ? offset : null;
}

/** References that people write. Any other makes a text unreadable here, so that nothing is guessed. */
const namedReferences: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", copy: '©', reg: '®', trade: '™', hellip: '…' },
  ...{ mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ bull: '•', middot: '·', times: '×', euro: '€', pound: '£', deg: '°', larr: '←', rarr: '→' },
};

/** The pieces of a text of markup; `null` where a character reference or a kind of space is not certain. */
export function markupPieces(source: string, from: number, to: number): Piece[] | null {
  const pieces: Piece[] = [];
  const parts = /[ \t\r\n]+|&#?[a-z\d]+;?|[^]/giu;
  for (const { 0: part, index } of source.slice(from, to).matchAll(parts)) {
    const value = markupValue(part);
    if (value === null) return null;
    pieces.push({ value, start: from + index, end: from + index + part.length });
  }
  return withoutOuterSpace(pieces);
}

function markupValue(part: string): string | null {
  if (/^[ \t\r\n]+$/.test(part)) return ' ';
  const value = part.length > 1 && part.startsWith('&') ? referenceValue(part) : part;
  // A space that does not collapse cannot be told from one that does by what the page says.
  return value === null || isUnclearCharacter(value) ? null : value;
}

function referenceValue(reference: string): string | null {
  const [, hex, decimal, name = ''] = /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return namedReferences[name] ?? null;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  // HTML reads these as characters of Windows-1252.
  const isCharacter = code < 0xd800 || (code > 0xdfff && code < 0x110000);
  return isCharacter && (code < 0x80 || code > 0x9f) ? String.fromCodePoint(code) : null;
}

/** The pieces of what is between the quotation marks of a JavaScript string. */
export function stringPieces(source: string, from: number, to: number): Piece[] | null {
  const pieces: Piece[] = [];
  const parts = /[ \t]+|\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|["'`\\$])|[^]/giu;
  for (const { 0: part, index } of source.slice(from, to).matchAll(parts)) {
    const value = stringValue(part);
    if (value === null) return null;
    pieces.push({ value, start: from + index, end: from + index + part.length });
  }
  return withoutOuterSpace(pieces);
}

function stringValue(part: string): string | null {
  if (/^[ \t]+$/.test(part)) return ' ';
  if (part === '\\') return null;
  if (!part.startsWith('\\')) return isUnclearCharacter(part) ? null : part;
  const [, code] = /^\\u\{?([\da-f]+)\}?$/i.exec(part) ?? [];
  if (code === undefined) return part.slice(1);
  const point = Number.parseInt(code, 16);
  if (point > 0x10ffff) return null;
  const value = String.fromCodePoint(point);
  return isUnclearCharacter(value) ? null : value;
}

/** Spaces that are none to a parser, controls, halves of a character, and marks that turn the direction of a text. */
export function isUnclearCharacter(character: string): boolean {
  return /[\s\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(character);
}

function withoutOuterSpace(pieces: readonly Piece[]): Piece[] {
  const isBlank = ({ value }: Piece) => value === ' ';
  const first = pieces.findIndex((piece) => !isBlank(piece));
  return first === -1 ? [] : pieces.slice(first, pieces.findLastIndex((piece) => !isBlank(piece)) + 1);
}

/** The smallest edit that makes the tag's text `after`. References and line breaks of the rest stay as they are written. */
export function smallestEdit({ pieces, grammar }: TagText, after: string): SourceEditRange | null {
  const wanted = Array.from(after);
  let same = 0;
  while (same < pieces.length && same < wanted.length && pieces[same]?.value === wanted[same]) same++;
  let sameAtEnd = 0;
  const most = Math.min(pieces.length, wanted.length) - same;
  while (sameAtEnd < most && pieces.at(-1 - sameAtEnd)?.value === wanted.at(-1 - sameAtEnd)) sameAtEnd++;
  const text = encodeText(wanted.slice(same, wanted.length - sameAtEnd).join(''), grammar);
  return editOf(pieces, same, pieces.length - sameAtEnd, text);
}

/** Writes the whole text again. */
export function wholeEdit({ pieces, grammar }: TagText, after: string): SourceEditRange | null {
  return editOf(pieces, 0, pieces.length, encodeText(after, grammar));
}

function editOf(pieces: readonly Piece[], from: number, to: number, text: string): SourceEditRange | null {
  const end = pieces.at(-1)?.end;
  if (end === undefined) return null;
  const start = pieces[from]?.start ?? end;
  return { start, end: to > from ? (pieces[to - 1]?.end ?? end) : start, text };
}

function encodeText(text: string, grammar: TextGrammar): string {
  switch (grammar) {
    case '"':
    case "'":
    case '`':
      return text.replace(/[\\"'`$]/g, (mark) => escapeInString(mark, grammar));
    case 'angular':
      return encodeMarkup(text, /[&<>{}@]|%(?=\w+%)/g);
    case 'html':
      return encodeMarkup(text, /[&<>{}]|%(?=\w+%)/g);
    case 'vue':
    case 'svelte':
    case 'astro':
    case 'jsx':
      return encodeMarkup(text, /[&<>{}]/g);
  }
}

function escapeInString(mark: string, quote: string): string {
  if (mark === '$') return quote === '`' ? '\\$' : mark;
  return mark === '\\' || mark === quote ? `\\${mark}` : mark;
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function encodeMarkup(text: string, special: RegExp): string {
  return text.replace(special, (mark) => references[mark] ?? `&#${mark.charCodeAt(0)};`);
}
