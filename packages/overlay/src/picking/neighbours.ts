/** Finds the next element for the arrow keys, among those that are visible. */
import { isOverlay, parentOf } from '../inspectors/dom-tree.ts';

/** The focused element, else the one in the middle of the viewport. */
export function firstTarget(pageWindow: Window): Element {
  const { document } = pageWindow;
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !isOverlay(activeElement)) return activeElement;
  const middle = document.elementsFromPoint(pageWindow.innerWidth / 2, pageWindow.innerHeight / 2);
  return middle.find((element) => !isOverlay(element)) ?? body;
}

export function firstInside(element: Element): Element | null {
  return childrenOf(element).find(isVisible) ?? null;
}

/** The next or the previous one on the same level, and where there is none, on the level around it. */
export function neighbourOf(element: Element, by: -1 | 1): Element | null {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const parent = parentOf(at);
    const siblings: Element[] = parent === null ? [] : childrenOf(parent);
    const from = siblings.indexOf(at);
    const onwards = by === 1 ? siblings.slice(from + 1) : siblings.slice(0, Math.max(from, 0)).reverse();
    const found = onwards.find(isVisible);
    if (found !== undefined) return found;
  }
  return null;
}

function childrenOf(element: Element): Element[] {
  return [...(element.shadowRoot ?? element).children];
}

function isVisible(element: Element): boolean {
  if (isOverlay(element) || element.localName === 'head') return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
