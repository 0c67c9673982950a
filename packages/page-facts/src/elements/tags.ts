const htmlNamespace = 'http://www.w3.org/1999/xhtml';

/** Whether it is an element of HTML with this tag. Not by its class: an element of a frame has classes of its own. */
export function isTag<Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  name: Name,
): element is HTMLElementTagNameMap[Name] {
  return element.localName === name && element.namespaceURI === htmlNamespace;
}

export function isShadowRoot(node: Node | null): node is ShadowRoot {
  return node !== null && node.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in node;
}
