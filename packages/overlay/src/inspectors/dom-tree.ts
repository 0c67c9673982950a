import { guarded, isObject } from './foreign.ts';

/** One step out: the parent element, and from the top of a shadow root its host. */
export function parentOf(element: Element): Element | null {
  const parent = element.parentNode;
  if (parent === null) return null;
  if (isShadowRoot(parent)) return parent.host;
  return isElement(parent) ? parent : null;
}

/** Not `instanceof`: nodes of a frame have constructors of their own. */
export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The same for what a framework calls an element of its own. */
export function isElementLike(value: unknown): value is Element {
  return isObject(value) && 'nodeType' in value && value.nodeType === 1;
}

export function isShadowRoot(node: Node): node is ShadowRoot {
  return node.nodeType === 11 && 'host' in node;
}

/** The element itself first. */
export function* outwards(element: Element): Generator<Element> {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) yield at;
}

/** The element that many steps out, or the outermost one. */
export function stepsOut(element: Element, steps: number): Element {
  let at = element;
  for (let i = 0; i < steps; i++) at = parentOf(at) ?? at;
  return at;
}

/** A custom element that the page has defined; its shadow root is not part of the component around it. */
export function isDefinedElement(element: Element): boolean {
  const registry = element.ownerDocument.defaultView?.customElements;
  return element.localName.includes('-') && registry?.get(element.localName) !== undefined;
}

/** The overlay or an element inside it, which can never be a target. */
export function isOverlay(element: Element): boolean {
  for (const at of outwards(element)) if (at.localName === 'nga-overlay') return true;
  return false;
}

/** The frame that shows the element inside of our own document; `null` for elements of that document itself. */
export function frameOf(element: Element): Element | null {
  if (element.ownerDocument === document) return null;
  // Frames of other origins cannot be inspected.
  return guarded(() => element.ownerDocument.defaultView?.frameElement ?? null, null);
}
