/** Reads the rendered text of a page and converts between positions in it and DOM ranges. */
import type { TextRange } from '@annotate-mcp/core';

import { isShadowRoot } from '../../inspectors/dom-tree.ts';
import { isPrivate } from '../../inspectors/private-parts.ts';

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

interface WalkOptions {
  /** Includes hidden text: closed tabs and `details`. */
  readonly hidden: boolean;
  readonly onRoot: (root: ShadowRoot) => void;
}

/** Visits the text of a page in the order of the screen, including open shadow roots. */
function walkText(root: Element, write: TextWriter, options: WalkOptions): void {
  const pageWindow = root.ownerDocument.defaultView;
  if (pageWindow === null) return;

  // A long page has tens of thousands of elements, so styles are only read where they are needed.
  const walk = (element: Element) => {
    if (element.localName === 'br') write.breakWith('\n');
    if (isEmpty(element) || isIgnored(element)) return;
    const style = pageWindow.getComputedStyle(element);
    const { display } = style;
    if (display === 'none' && !options.hidden) return;
    if (isInline(display)) {
      walkInto(element, style);
      return;
    }
    const mark = display === 'table-cell' ? '\t' : '\n';
    write.breakWith(mark);
    if (options.hidden || style.contentVisibility !== 'hidden') walkInto(element, style);
    write.breakWith(mark);
  };

  const walkInto = (element: Element, style: CSSStyleDeclaration) => {
    let text: ((node: Text) => void) | null = null;
    forEachShown(element, options, (node) => {
      if (node.nodeType === Node.ELEMENT_NODE) walk(node as Element);
      else if (node.nodeType === Node.TEXT_NODE) (text ??= textOf(style))(node as Text);
    });
  };

  const textOf = ({ visibility, whiteSpace }: CSSStyleDeclaration) => {
    if (!options.hidden && visibility !== 'visible') return () => undefined;
    return whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces'
      ? write.addPreserved
      : write.addCollapsed;
  };

  walk(root);
}

/** Visits in the order of the screen: a shadow root replaces the children of its host, and slots show assigned nodes. */
function forEachShown(element: Element, { hidden, onRoot }: WalkOptions, visit: (node: Node) => void): void {
  const { shadowRoot, localName } = element;
  if (shadowRoot !== null) onRoot(shadowRoot);
  const assigned =
    localName === 'slot' && 'assignedNodes' in element
      ? (element as HTMLSlotElement).assignedNodes({ flatten: true })
      : [];
  const isFolded = localName === 'details' && !hidden && !(element as HTMLDetailsElement).open;
  if (assigned.length > 0) assigned.forEach(visit);
  else if (isFolded) [...element.children].filter(({ localName: name }) => name === 'summary').forEach(visit);
  else {
    const parent = shadowRoot ?? element;
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) visit(node);
  }
}

// Field values are not text of the page, frames are pages of their own, and private elements must not be read.
const ignoredElements = new Set([
  ...['script', 'style', 'template', 'noscript', 'nga-overlay', 'astro-dev-toolbar', 'vite-error-overlay'],
  ...['textarea', 'input', 'select', 'datalist', 'iframe', 'object', 'video', 'audio', 'canvas'],
  ...['title', 'desc', 'defs', 'metadata'],
]);

function isEmpty({ firstChild, shadowRoot, localName }: Element): boolean {
  return firstChild === null && shadowRoot === null && localName !== 'slot';
}

function isIgnored(element: Element): boolean {
  if (ignoredElements.has(element.localName) || isPrivate(element)) return true;
  return 'isContentEditable' in element && element.isContentEditable === true;
}

function isInline(display: string): boolean {
  return display.startsWith('inline') || display.startsWith('ruby') || display === 'contents';
}

/** `text[at, at + length)` equals `node.data[from, from + length)`, except for the kind of white space. */
interface Stretch {
  readonly node: Text;
  readonly from: number;
  readonly at: number;
  length: number;
}

interface TextWriter {
  /** Adds text whose white space collapses. */
  readonly addCollapsed: (node: Text) => void;
  /** Adds text whose white space is preserved. */
  readonly addPreserved: (node: Text) => void;
  /** Ends a line or a cell. Several ends in a row count as one, and the end of a line takes precedence. */
  readonly breakWith: (mark: '\n' | '\t') => void;
  readonly end: () => { readonly text: string; readonly stretches: readonly Stretch[] };
}

/** Assembles a page's rendered text and records which text node each stretch came from. */
function createTextWriter(): TextWriter {
  const pieces: string[] = [];
  const stretches: Stretch[] = [];
  let length = 0;
  let mark: '' | '\n' | '\t' = '';
  let space: { readonly node: Text; readonly from: number } | null = null;

  const put = (text: string) => {
    pieces.push(text);
    length += text.length;
  };
  const add = (node: Text, from: number, text: string) => {
    const last = stretches.at(-1);
    const isContinued =
      last?.node === node && last.from + last.length === from && last.at + last.length === length;
    if (isContinued) last.length += text.length;
    else stretches.push({ node, from, at: length, length: text.length });
    put(text);
  };
  /** Writes the white space or break that was held back until more text followed. */
  const writePending = () => {
    if (length > 0 && mark !== '') put(mark);
    else if (length > 0 && space !== null) add(space.node, space.from, ' ');
    mark = '';
    space = null;
  };

  return {
    addCollapsed(node) {
      const flat = node.data.replace(/[\t\n\r\f]/g, ' ');
      let at = 0;
      for (const { 0: piece, index } of flat.matchAll(/[^ ]+(?: [^ ]+)*/g)) {
        if (index > at) space ??= { node, from: at };
        writePending();
        add(node, index, piece);
        at = index + piece.length;
      }
      if (at < flat.length) space ??= { node, from: at };
    },
    addPreserved(node) {
      if (node.data === '') return;
      writePending();
      add(node, 0, node.data);
    },
    breakWith(wanted) {
      if (mark !== '\n') mark = wanted;
      space = null;
    },
    end: () => ({ text: pieces.join(''), stretches }),
  };
}
