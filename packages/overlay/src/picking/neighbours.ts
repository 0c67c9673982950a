/** Where the arrow keys lead from an element: what can be seen of the page, walked without a pointer. */
import { isOverlay, parentOf } from '../inspectors/dom-tree.ts';

/** What has the focus, else what is in the middle of the view. */
export function startOf(view: Window): Element {
  const { document } = view;
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !isOverlay(activeElement)) return activeElement;
  const middle = document.elementsFromPoint(view.innerWidth / 2, view.innerHeight / 2);
  return middle.find((element) => !isOverlay(element)) ?? body;
}

export function firstInside(element: Element): Element | null {
  return childrenOf(element).find(isSeen) ?? null;
}

/** The next or the previous one on the same level, and where there is none, on the level around it. */
export function beside(element: Element, by: -1 | 1): Element | null {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const parent = parentOf(at);
    const siblings: Element[] = parent === null ? [] : childrenOf(parent);
    const from = siblings.indexOf(at);
    const onwards = by === 1 ? siblings.slice(from + 1) : siblings.slice(0, Math.max(from, 0)).reverse();
    const found = onwards.find(isSeen);
    if (found !== undefined) return found;
  }
  return null;
}

function childrenOf(element: Element): Element[] {
  return [...(element.shadowRoot ?? element).children];
}

function isSeen(element: Element): boolean {
  if (isOverlay(element) || element.localName === 'head') return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
