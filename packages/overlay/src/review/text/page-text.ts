/** The text of a page as it is rendered, and the way from it to the DOM and back. */
import type { TextRange } from '@annotate-mcp/core';

import { isShadowRoot } from '../../inspectors/dom-tree.ts';

import { createTextWriter, type Stretch } from './text-writer.ts';
import { walkText } from './walk-text.ts';

export interface PageText {
  readonly text: string;
  /** Open ones that were met on the way. */
  readonly roots: readonly ShadowRoot[];
  /** What lies between two points of the DOM, without the white space at its ends; `null` when that is nothing. */
  readonly spanOf: (range: AbstractRange) => TextRange | null;
  /** One for each tree that it is in; what lies between two of them belongs to it as well. */
  readonly rangesOf: (span: TextRange) => Range[];
}

export function readPageText(document: Document, { hidden = false } = {}): PageText {
  const writer = createTextWriter();
  const roots: ShadowRoot[] = [];
  // Swapped by a client-side router just now: there is one again in a moment.
  const body = document.querySelector('body');
  if (body !== null) walkText(body, writer, { hidden, root: (root) => roots.push(root) });
  const { text, stretches } = writer.end();
  const places = placesOf(stretches);
  return {
    text,
    roots,
    spanOf({ startContainer, startOffset, endContainer, endOffset }) {
      const start = startIn(stretches, places, startContainer, startOffset);
      const end = endIn(stretches, places, endContainer, endOffset);
      return trim(text, { start, end });
    },
    rangesOf: (span) => rangesIn(stretches, span),
  };
}

/** The first and the last stretch of each node. */
type Places = ReadonlyMap<Node, { readonly first: number; last: number }>;

function placesOf(stretches: readonly Stretch[]): Places {
  const places = new Map<Node, { first: number; last: number }>();
  stretches.forEach(({ node }, index) => {
    const place = places.get(node);
    if (place === undefined) places.set(node, { first: index, last: index });
    else place.last = index;
  });
  return places;
}

function startIn(stretches: readonly Stretch[], places: Places, container: Node, offset: number): number {
  const place = places.get(container);
  if (place === undefined) {
    const after = stretches.find(({ node }) => isBehind(node, container, offset));
    return after?.at ?? Infinity;
  }
  const own = stretches.slice(place.first, place.last + 1);
  const from = own.find((stretch) => stretch.from + stretch.length > offset);
  if (from !== undefined) return from.at + Math.max(0, offset - from.from);
  return stretches[place.last + 1]?.at ?? Infinity;
}

function endIn(stretches: readonly Stretch[], places: Places, container: Node, offset: number): number {
  const place = places.get(container);
  if (place === undefined) {
    const before = stretches.findLast(({ node }) => !isBehind(node, container, offset));
    return before === undefined ? 0 : before.at + before.length;
  }
  const own = stretches.slice(place.first, place.last + 1);
  const to = own.findLast((stretch) => stretch.from < offset);
  if (to !== undefined) return to.at + Math.min(to.length, offset - to.from);
  const before = stretches[place.first - 1];
  return before === undefined ? 0 : before.at + before.length;
}

/** Whether the node comes after a point, also one in another tree: there the hosts of both are compared. */
function isBehind(node: Node, container: Node, offset: number): boolean {
  const outside = outwardsOf(container);
  for (const mine of outwardsOf(node)) {
    const theirs = outside.find((other) => other.getRootNode() === mine.getRootNode());
    if (theirs === undefined) continue;
    if (theirs !== container) {
      return (theirs.compareDocumentPosition(mine) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    }
    const next = container.childNodes[offset];
    if (mine === next || next?.contains(mine) === true) return true;
    const from = next ?? container;
    const position = from.compareDocumentPosition(mine);
    // Behind its last child, what is inside of the container comes before the point.
    const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
    return !isInside && (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }
  return false;
}

/** The node, the host of the tree it is in, the host of that one, and so on. */
function outwardsOf(node: Node): Node[] {
  const root = node.getRootNode();
  return isShadowRoot(root) ? [node, ...outwardsOf(root.host)] : [node];
}

function trim(text: string, { start, end }: TextRange): TextRange | null {
  let from = start;
  let to = Math.min(end, text.length);
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

function rangesIn(stretches: readonly Stretch[], { start, end }: TextRange): Range[] {
  const ranges: Range[] = [];
  let last: Text | null = null;
  for (let index = firstEndingAfter(stretches, start); index < stretches.length; index++) {
    const stretch = stretches[index];
    if (stretch === undefined || stretch.at >= end) break;
    const { node, from, at, length } = stretch;
    const to = from + Math.min(length, end - at);
    const range = ranges.at(-1);
    // The page may have changed since it was read.
    if (!node.isConnected || to > node.data.length) continue;
    if (range !== undefined && last !== null && goesOn(last, node)) range.setEnd(node, to);
    else ranges.push(rangeOver(node, from + Math.max(0, start - at), to));
    last = node;
  }
  return ranges;
}

function rangeOver(node: Text, from: number, to: number): Range {
  const range = node.ownerDocument.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}

/** In one tree, and in its order: slots show nodes in another one. */
function goesOn(last: Text, node: Text): boolean {
  if (last === node) return true;
  const position = last.compareDocumentPosition(node);
  return (
    (position & Node.DOCUMENT_POSITION_DISCONNECTED) === 0 &&
    (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  );
}

function firstEndingAfter(stretches: readonly Stretch[], offset: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const stretch = stretches[middle];
    if (stretch !== undefined && stretch.at + stretch.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
