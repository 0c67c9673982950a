/** The page as it is rendered: a shadow root replaces the children of its host, slotted nodes replace their slot. */

import { isShadowRoot, isTag } from './tags.ts';

/** Closed shadow roots by host: a script cannot reach them, so the driver adds them with the debugger. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

export function addClosedRoot(root: ShadowRoot): void {
  closedRoots.set(root.host, root);
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? closedRoots.get(element) ?? null;
}

/** Elements and texts. */
export function renderedChildren(element: Element): (Element | Text)[] {
  const root = shadowRootOf(element);
  if (root === null && isTag(element, 'slot')) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned.filter((node) => isElement(node) || isText(node));
  }
  const children: (Element | Text)[] = [];
  // Much faster than the list of children, which is alive.
  for (let child = (root ?? element).firstChild; child !== null; child = child.nextSibling) {
    const { nodeType } = child;
    if (nodeType === elementType || nodeType === textType) children.push(child as Element | Text);
  }
  return children;
}

const elementType = 1;
const textType = 3;

/** By its number, because asking for its class takes several times as long. */
export function isElement(node: Node): node is Element {
  return node.nodeType === elementType;
}

export function isText(node: Node): node is Text {
  return node.nodeType === textType;
}

/** The element that contains this one on the screen. */
export function renderedParent(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const { parentNode } = element;
  if (isShadowRoot(parentNode)) return parentNode.host;
  return element.parentElement;
}

/**
 * Whether an element is drawn, or has no box of its own (`display: contents`, as slots have) and may contain something
 * that is. `checkVisibility` is false for every element without a box.
 */
export function isDrawn(element: Element): boolean {
  if (element.checkVisibility()) return true;
  if (!hasNoBox(element)) return false;
  const parent = renderedParent(element);
  return parent === null || isDrawn(parent);
}

export function hasNoBox(element: Element): boolean {
  return styleOf(element).display === 'contents';
}

export function isInside(element: Element, container: Element): boolean {
  for (let at: Element | null = element; at !== null; at = renderedParent(at)) {
    if (at === container) return true;
  }
  return false;
}

/** The innermost element at a point of the viewport, also inside closed shadow roots. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found !== null) {
    const inner: Element | null = shadowRootOf(found)?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === found) return found;
    found = inner;
  }
  return null;
}

/** The first match in the document or in any shadow root. */
export function queryDeep(selector: string, from: ParentNode = document): Element | null {
  const direct = from.querySelector(selector);
  if (direct !== null) return direct;
  for (const element of from.querySelectorAll('*')) {
    const root = shadowRootOf(element);
    const found = root === null ? null : queryDeep(selector, root);
    if (found !== null) return found;
  }
  return null;
}

/** Computed styles are slow to get, and read several times per element; what was got stays up to date by itself. */
const styles = new WeakMap<Element, CSSStyleDeclaration>();

export function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
  styles.set(element, style);
  return style;
}

export function isVisible(element: Element): boolean {
  return styleOf(element).visibility === 'visible';
}

export function isInline(element: Element): boolean {
  return styleOf(element).display.startsWith('inline');
}
