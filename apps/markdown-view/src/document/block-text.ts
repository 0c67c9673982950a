/**
 * The words of a rendered block and their positions in the DOM. White space is ignored, because it differs between the
 * browser, the renderer and the source.
 */

/** A formula or a diagram: it is shown instead of its words and can only be selected as a whole. */
const atom = '[data-atom]';
/** Elements that were added beside the words: the drawn formula or diagram. */
const added = '[data-added]';

export type Side = 'start' | 'end';

export interface BlockText {
  /** Without white space. */
  readonly words: string;
  /** The number of characters of `words` before this point; a point within an atom counts as its `side`. */
  readonly countAt: (node: Node, offset: number, side: Side) => number;
  readonly rangeOf: (start: number, end: number) => Range;
}

interface Piece {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
}

export function readBlockText(block: HTMLElement): BlockText {
  const pieces = piecesOf(block);
  const total = pieces.at(-1)?.end ?? 0;
  const byNode = new Map<Node, Piece>(pieces.map((piece) => [piece.node, piece]));

  const before = (node: Node, offset: number): number => {
    const own = byNode.get(node);
    if (own !== undefined) return own.start + visible(own.node.data.slice(0, offset)).length;
    const place = new Range();
    place.setStart(node, offset);
    return pieces.find((piece) => place.comparePoint(piece.node, 0) >= 0)?.start ?? total;
  };

  return {
    words: pieces.map(({ node }) => visible(node.data)).join(''),
    countAt(node, offset, side) {
      const whole = atomAround(node, block);
      const parent = whole?.parentNode;
      if (!whole || !parent) return before(node, offset);
      const index = [...parent.childNodes].indexOf(whole);
      return before(parent, side === 'start' ? index : index + 1);
    },
    rangeOf(start, end) {
      const range = new Range();
      const first = pieces.find((piece) => piece.end > start) ?? pieces.at(-1);
      const last = pieces.findLast((piece) => piece.start < end) ?? pieces[0];
      if (first === undefined || last === undefined) {
        range.selectNodeContents(block);
        return range;
      }
      placeStart(range, first, start, block);
      placeEnd(range, last, end, block);
      return range;
    },
  };
}

/** The text without white space, as it is compared everywhere. */
export function visible(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The offsets in `text` before the first and after the last of the word characters with these numbers. */
export function offsetsOf(text: string, start: number, end: number): { start: number; end: number } {
  let count = 0;
  let from = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/.test(text.charAt(at))) continue;
    if (count === start) from = at;
    count += 1;
    if (count === end) return { start: Math.min(from, at + 1), end: at + 1 };
  }
  return { start: from, end: text.length };
}

function piecesOf(block: HTMLElement): Piece[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return node instanceof Element && node.matches(added) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const pieces: Piece[] = [];
  let start = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const { length } = visible(node.data);
    if (length === 0) continue;
    pieces.push({ node, start, end: start + length });
    start += length;
  }
  return pieces;
}

function atomAround(node: Node, block: HTMLElement): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  const found = element?.closest(atom) ?? null;
  return found !== null && block.contains(found) ? found : null;
}

function placeStart(range: Range, { node, start }: Piece, count: number, block: HTMLElement): void {
  const whole = atomAround(node, block);
  if (whole !== null) range.setStartBefore(whole);
  else range.setStart(node, offsetsOf(node.data, Math.max(0, count - start), Infinity).start);
}

function placeEnd(range: Range, { node, start }: Piece, count: number, block: HTMLElement): void {
  const whole = atomAround(node, block);
  if (whole !== null) range.setEndAfter(whole);
  else range.setEnd(node, offsetsOf(node.data, 0, count - start).end);
}
