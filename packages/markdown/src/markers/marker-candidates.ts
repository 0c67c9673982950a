import type { Nodes } from 'mdast';

import { isBetweenGraphemes } from './graphemes.ts';
import type { Range } from './ranges.ts';
import { breaksReference } from './references.ts';
import { rangeOf, treeOf, visit } from './tree.ts';

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
