import type { Nodes } from 'mdast';

import { isBetweenGraphemes } from './graphemes.ts';
import type { Range } from './ranges.ts';
import { rangeOf, treeOf, visit } from './tree.ts';

/**
 * Where words stand in a piece of Markdown, in order. Left out are words that are also something else: the label of a
 * reference, an address that became a link by itself. An image's description is an attribute and no text at all.
 */
export function wordsOf(piece: string): Range[] {
  const tree = treeOf(piece);
  const words: Range[] = [];
  if (tree === null) return words;
  visit(tree, (node) => {
    if (node.type === 'text') words.push(rangeOf(node));
    return !isItsOwnAddress(node, piece);
  });
  return words;
}

function isItsOwnAddress(node: Nodes, piece: string): boolean {
  if (node.type === 'linkReference') return node.referenceType !== 'full';
  return node.type === 'link' && piece[rangeOf(node).start] !== '[';
}

/**
 * Where a marker for `target` could stand, best first: there, at the ends of words and passages around it, inside
 * of a word. Whether one really can is only known when it was tried.
 */
export function candidatesFor(piece: string, words: readonly Range[], target: number): number[] {
  const around = near(words, target);
  const nearestFirst = (offsets: number[]) =>
    offsets.sort((a, b) => Math.abs(a - target) - Math.abs(b - target) || b - a);
  const isWord = (offset: number) => around.some(({ start, end }) => start <= offset && offset <= end);
  const edges = around.flatMap(({ start, end }) => [start, end, ...wordEnds(piece, { start, end }, target)]);
  const inside = [target - 1, target + 1, target - 2, target + 2].filter(isWord);
  const ordered = [
    ...(isWord(target) ? [target] : []),
    ...nearestFirst(edges).slice(0, mostEdges),
    ...nearestFirst(inside),
  ];
  return [...new Set(ordered)].filter((offset) => isBetweenGraphemes(piece, offset));
}

const mostEdges = 10;
const passagesAround = 4;
const charactersAround = 160;

function near(words: readonly Range[], target: number): readonly Range[] {
  const next = words.findIndex(({ end }) => end >= target);
  const middle = next === -1 ? words.length : next;
  return words.slice(Math.max(0, middle - passagesAround), middle + passagesAround);
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
