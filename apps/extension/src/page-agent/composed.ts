/** The page as it is drawn: shadow roots in place of their hosts' children, slotted nodes in place of their slots. */

/** Closed roots, which a script cannot reach by itself: the debugger hands them in. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

export function knowClosedRoot(root: ShadowRoot): void {
  closedRoots.set(root.host, root);
}

export function shadowRootOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? closedRoots.get(element) ?? null;
}

export function drawnChildren(element: Element): Iterable<Node> {
  const root = shadowRootOf(element);
  if (root !== null) return root.childNodes;
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}

/** The element this one is drawn inside of. */
export function drawnParent(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const { parentNode } = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

export function isInside(element: Element, container: Element): boolean {
  for (let at: Element | null = element; at !== null; at = drawnParent(at)) {
    if (at === container) return true;
  }
  return false;
}

/** The innermost element at a point of the viewport, closed roots included. */
export function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found !== null) {
    const inner: Element | null = shadowRootOf(found)?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === found) return found;
    found = inner;
  }
  return null;
}

/** First match in the document and in every shadow root, in the order things are drawn. */
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
