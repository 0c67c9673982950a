/**
 * Where the words of an element end. A heading is often as wide as the page although its words are not, and its corner
 * is then far from what a person reads.
 */
import type { Box } from '../state/state.ts';

interface Offset {
  /** From the right edge of the element's box to the end of its first line; negative. */
  readonly right: number;
  /** From the top of the box to the top of that line. */
  readonly top: number;
}

interface Measured {
  readonly width: number;
  readonly height: number;
  readonly offset: Offset | null;
}

/** A corner that is nearer to the words than this belongs to them visibly. In pixels. */
const nearCorner = 64;
/** More parts than the first line of a text has. */
const maxParts = 50;

/** Measures an element once, and again when its size is another one or after `forget`; scrolling measures nothing. */
export function createWordsEnds() {
  let measured = new WeakMap<Element, Measured>();
  return {
    /** `null` where the words end near the corner of the box, and for elements without words of their own. */
    offsetIn(element: Element, { width, height }: Box): Offset | null {
      const known = measured.get(element);
      if (known?.width === width && known.height === height) return known.offset;
      const offset = width > nearCorner ? measureOffset(element) : null;
      measured.set(element, { width, height, offset });
      return offset;
    },
    forget() {
      measured = new WeakMap();
    },
  };
}

export type WordsEnds = ReturnType<typeof createWordsEnds>;

function measureOffset(element: Element): Offset | null {
  if (!hasOwnWords(element) || hasVisibleEdge(getComputedStyle(element))) return null;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const parts = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const [first] = parts;
  if (first === undefined) return null;
  const line = parts.filter(({ top }) => top < first.top + first.height / 2);
  const box = element.getBoundingClientRect();
  const right = Math.max(...line.map((part) => part.right)) - box.right;
  const isInside = right > -box.width;
  return isInside && right < -nearCorner ? { right, top: Math.max(0, first.top - box.top) } : null;
}

/** Words in lines of its own, and not in blocks inside of it. */
function hasOwnWords({ children, textContent }: Element): boolean {
  return (
    children.length <= maxParts &&
    textContent.trim() !== '' &&
    [...children].every((child) => /^(?:inline|contents|none|ruby)/.test(getComputedStyle(child).display))
  );
}

/** A person sees where such an element ends, so its badge belongs at its corner. */
function hasVisibleEdge(style: CSSStyleDeclaration): boolean {
  const isTransparent = /[,/] ?0\)$|^transparent$/.test(style.backgroundColor);
  const hasEdge = style.borderRightWidth !== '0px' || style.boxShadow !== 'none';
  return !isTransparent || style.backgroundImage !== 'none' || hasEdge;
}
