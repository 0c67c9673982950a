/** Where in a piece of Markdown a marker could be written. */
import type { Nodes } from 'mdast';

import { startOfLine } from '../document/lines.ts';

import { rangeOf, treeOf, visit } from './parsers.ts';
import type { Range } from './ranges.ts';

/**
 * The ranges of plain text in a piece of Markdown, in order. Text that is also something else is left out: the label of
 * a reference, a bare address that became a link. An image's description is an attribute and no text.
 */
export function textRanges(piece: string): Range[] {
  const tree = treeOf(piece);
  const ranges: Range[] = [];
  if (tree === null) return ranges;
  visit(tree, (node) => {
    if (node.type === 'text') ranges.push(rangeOf(node));
    return !isLinkWithoutOwnText(node, piece);
  });
  return ranges;
}

function isLinkWithoutOwnText(node: Nodes, piece: string): boolean {
  if (node.type === 'linkReference') return node.referenceType !== 'full';
  return node.type === 'link' && piece[rangeOf(node).start] !== '[';
}

/**
 * Offsets where a marker for `target` could be written, best first: at the target, at the ends of words and passages
 * around it, inside a word. Each still has to be tried against the rendering.
 */
export function markerCandidates(piece: string, ranges: readonly Range[], target: number): number[] {
  const around = rangesAround(ranges, target);
  const nearestFirst = (offsets: number[]) =>
    offsets.sort((a, b) => Math.abs(a - target) - Math.abs(b - target) || b - a);
  const isInText = (offset: number) => around.some(({ start, end }) => start <= offset && offset <= end);
  const edges = around.flatMap(({ start, end }) => [start, end, ...wordEnds(piece, { start, end }, target)]);
  const inside = [target - 1, target + 1, target - 2, target + 2].filter(isInText);
  const ordered = [
    ...(isInText(target) ? [target] : []),
    ...nearestFirst(edges).slice(0, mostEdges),
    ...nearestFirst(inside),
  ];
  return [...new Set(ordered)].filter(
    (offset) => isBetweenGraphemes(piece, offset) && !breaksReference(piece, offset),
  );
}

const mostEdges = 10;
const passagesAround = 4;
const charactersAround = 160;

function rangesAround(ranges: readonly Range[], target: number): readonly Range[] {
  const next = ranges.findIndex(({ end }) => end >= target);
  const middle = next === -1 ? ranges.length : next;
  return ranges.slice(Math.max(0, middle - passagesAround), middle + passagesAround);
}

function wordEnds(piece: string, { start, end }: Range, target: number): number[] {
  const from = Math.max(start, target - charactersAround);
  const to = Math.min(end, target + charactersAround);
  if (from >= to) return [];
  return Array.from(
    piece.slice(from, to).matchAll(/\S(?=\s)/gu),
    ({ 0: last, index }) => from + index + last.length,
  );
}

/**
 * Whether `offset` is between two characters as a person sees them: not inside an emoji, between a letter and its
 * accent, or inside CRLF. `Intl.Segmenter` decides; it gets a short part of the text because it segments from the start.
 */
function isBetweenGraphemes(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return true;
  const from = partStart(text, offset);
  const around = graphemes.segment(text.slice(from, offset + charactersAfter));
  return around.containing(offset - from)?.index === offset - from;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersAfter = 16;
const charactersBefore = 64;

/** ASCII but for control characters: always a grapheme of its own. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** An offset before `offset` where a grapheme starts, or the limit, which is longer than any grapheme in use. */
function partStart(text: string, offset: number): number {
  let start = offset - 1;
  while (start > 0 && offset - start < charactersBefore && !isPlain(text.charCodeAt(start))) start -= 1;
  return start;
}

/**
 * Words that GitHub turns into links, mentions, emoji or formulas after or besides the parsers that rendering.ts asks. A
 * marker inside such a word, or at a side where the character before it counts, would end or begin one.
 */
function breaksReference(text: string, at: number): boolean {
  // cmark-gfm wants white space or one of `*_~(` before it.
  if (/^www\./i.test(text.slice(at, at + 4))) return true;
  if (text[at] === '$' || text[at - 1] === '$') return true;
  return isInAlert(text, at) || isInsideReference(text, at);
}

/** `user@host`, `owner/name#12`, `@name`, `https://…`, `:emoji:`, `GH-12`, a commit. */
const reference = /@|#\d|:\/\/|www\.|:[\w+-]+:|\bgh-\d|\b(?=[a-f]*\d)[\da-f]{7,40}\b/i;

/** In characters. A longer word is not a reference. */
const longestWord = 300;

function isInsideReference(text: string, at: number): boolean {
  const before = /[!-~]*$/.exec(text.slice(Math.max(0, at - longestWord), at))?.[0] ?? '';
  const after = /^[!-~]*/.exec(text.slice(at, at + longestWord))?.[0] ?? '';
  // Beside a word, or before no more than the signs that end it.
  if (before === '' || !/[A-Za-z\d]/.test(after)) return false;
  return reference.test(before + after);
}

/** `> [!NOTE]` is the head of an alert only when nothing else is on its line. */
function isInAlert(text: string, at: number): boolean {
  const start = startOfLine(text, at);
  return (
    at - start < longestHead &&
    /^[ \t>]*>[ \t]*\[![a-z]+\][ \t]*(?:$|[\r\n])/i.test(text.slice(start, start + longestHead))
  );
}

const longestHead = 200;
