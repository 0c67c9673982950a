/** Reads the rendered text of a page and converts between positions in it and DOM ranges. */
import type { TextRange } from '@annotate-mcp/core';

import { isShadowRoot } from '../../inspectors/dom-tree.ts';

import { createTextWriter, type Stretch } from './text-writer.ts';
import { walkText } from './walk-text.ts';

export interface PageText {
  readonly text: string;
  /** The open shadow roots that were read. */
  readonly roots: readonly ShadowRoot[];
  /** The text of a DOM range without white space at its ends; `null` when there is none. */
  readonly spanOf: (range: AbstractRange) => TextRange | null;
  /** One range for each DOM tree that the text is in. */
  readonly rangesOf: (span: TextRange) => Range[];
}

export function readPageText(document: Document, { hidden = false } = {}): PageText {
  const writer = createTextWriter();
  const roots: ShadowRoot[] = [];
  // A client-side router may be replacing the body at this moment.
  const body = document.querySelector('body');
  if (body !== null) walkText(body, writer, { hidden, onRoot: (root) => roots.push(root) });
  const { text, stretches } = writer.end();
  const byNode = indexNodes(stretches);
  return {
    text,
    roots,
    spanOf({ startContainer, startOffset, endContainer, endOffset }) {
      const start = startIn(stretches, byNode, startContainer, startOffset);
      const end = endIn(stretches, byNode, endContainer, endOffset);
      return trim(text, { start, end });
    },
    rangesOf: (span) => rangesIn(stretches, span),
  };
}

/** The first and the last stretch of each node. */
type NodeStretches = ReadonlyMap<Node, { readonly first: number; last: number }>;

function indexNodes(stretches: readonly Stretch[]): NodeStretches {
  const byNode = new Map<Node, { first: number; last: number }>();
  stretches.forEach(({ node }, index) => {
    const indexes = byNode.get(node);
    if (indexes === undefined) byNode.set(node, { first: index, last: index });
    else indexes.last = index;
  });
  return byNode;
}

function startIn(
  stretches: readonly Stretch[],
  byNode: NodeStretches,
  container: Node,
  offset: number,
): number {
  const indexes = byNode.get(container);
  if (indexes === undefined) {
    const after = stretches.find(({ node }) => isAfter(node, container, offset));
    return after?.at ?? Infinity;
  }
  const own = stretches.slice(indexes.first, indexes.last + 1);
  const from = own.find((stretch) => stretch.from + stretch.length > offset);
  if (from !== undefined) return from.at + Math.max(0, offset - from.from);
  return stretches[indexes.last + 1]?.at ?? Infinity;
}

function endIn(
  stretches: readonly Stretch[],
  byNode: NodeStretches,
  container: Node,
  offset: number,
): number {
  const indexes = byNode.get(container);
  if (indexes === undefined) {
    const before = stretches.findLast(({ node }) => !isAfter(node, container, offset));
    return before === undefined ? 0 : before.at + before.length;
  }
  const own = stretches.slice(indexes.first, indexes.last + 1);
  const to = own.findLast((stretch) => stretch.from < offset);
  if (to !== undefined) return to.at + Math.min(to.length, offset - to.from);
  const before = stretches[indexes.first - 1];
  return before === undefined ? 0 : before.at + before.length;
}

/** Whether the node comes after a point, also one in another tree: there the hosts of both are compared. */
function isAfter(node: Node, container: Node, offset: number): boolean {
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
    // When the point is after the last child, the contents of the container come before it.
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
    if (range !== undefined && last !== null && isContinued(last, node)) range.setEnd(node, to);
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

/** Whether the node follows in the same tree; slots show nodes in another order. */
function isContinued(last: Text, node: Text): boolean {
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
