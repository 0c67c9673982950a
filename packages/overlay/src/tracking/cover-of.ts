/** What of the page is drawn over an element, as a sticky header is over what was scrolled under it. */
import { isShadowRoot, outwards } from '../inspectors/dom-tree.ts';
import type { Box } from '../state/state.ts';

/**
 * `whole` where nothing of the element is seen; the bottom of what stays in its place over its upper edge; `null` where the
 * corner of its badge is seen, or something else covers only a part.
 */
export function coverOf(element: Element, box: Box, pageWindow: Window): 'whole' | number | null {
  // What is over a frame covers all of it, or nothing that the person points at.
  if (element.ownerDocument !== pageWindow.document) return null;
  const around = new Set(outwards(element));
  const seen = insideOf(box, pageWindow);
  const coverAt = (x: number, y: number) => coveringAt(x, y, around, pageWindow);
  const [left, right, top, bottom] = [seen.left, seen.right, seen.top, seen.bottom];
  const corner = coverAt(right, top);
  if (corner === null) return null;
  const others = [
    [left, top],
    [(left + right) / 2, (top + bottom) / 2],
    [left, bottom],
    [right, bottom],
  ] as const;
  if (others.every(([x, y]) => coverAt(x, y) !== null)) return 'whole';
  const end = corner.getBoundingClientRect().bottom;
  return staysInPlace(corner, around, pageWindow) && end < bottom ? end : null;
}

/** A little inside of its edges, and of those of the window. */
function insideOf({ x, y, width, height }: Box, { innerWidth, innerHeight }: Window) {
  const inset = Math.min(2, width / 2, height / 2);
  return {
    left: Math.max(x + inset, 1),
    top: Math.max(y + inset, 1),
    right: Math.min(x + width - inset, innerWidth - 1),
    bottom: Math.min(y + height - inset, innerHeight - 1),
  };
}

/** What covers the element there, outside of what is around it. An empty layer over a card hides nothing. */
function coveringAt(x: number, y: number, around: ReadonlySet<Element>, pageWindow: Window): Element | null {
  const hit = pageWindow.document.elementsFromPoint(x, y).find((each) => each.localName !== 'nga-overlay');
  if (hit === undefined) return null;
  for (const at of outwards(deepest(hit, x, y))) {
    if (around.has(at)) return null;
    if (isPainted(at, pageWindow)) return at;
  }
  return null;
}

/** Inside of shadow roots, as far as they are open. */
function deepest(element: Element, x: number, y: number): Element {
  const inner = element.shadowRoot?.elementFromPoint(x, y) ?? null;
  const root = inner?.getRootNode();
  return inner === null || root === undefined || !isShadowRoot(root) || root.host !== element
    ? element
    : deepest(inner, x, y);
}

const pictures = /^(?:img|video|canvas|iframe|embed|object)$/;

function isPainted(element: Element, pageWindow: Window): boolean {
  // What is behind a modal dialog cannot be used.
  if (pictures.test(element.localName) || element.matches(':modal')) return true;
  const { backgroundColor, backgroundImage, backdropFilter, opacity } = pageWindow.getComputedStyle(element);
  if (Number(opacity) < 0.5) return false;
  return alphaOf(backgroundColor) >= 0.5 || backgroundImage !== 'none' || !/^(?:none)?$/.test(backdropFilter);
}

/** Of a computed colour: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`, `oklch(1 0 0 / 0.5)`. */
function alphaOf(color: string): number {
  const [, legacy, modern] = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(color) ?? [];
  return Number(legacy ?? modern ?? (color === '' || color === 'transparent' ? 0 : 1));
}

/** Whether it is a header or a bar under which the page is scrolled. */
function staysInPlace(cover: Element, around: ReadonlySet<Element>, pageWindow: Window): boolean {
  for (const at of outwards(cover)) {
    if (around.has(at)) return false;
    if (/^(?:sticky|fixed)$/.test(pageWindow.getComputedStyle(at).position)) return true;
  }
  return false;
}
