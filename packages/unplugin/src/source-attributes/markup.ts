/** Finds the elements of HTML with parse5, which parses like a browser. */

import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

import { sourceAttribute } from './position.ts';

export interface FoundElement {
  /** Offset of its `<`. */
  start: number;
  /** Offset after its tag name, where an attribute can be inserted. */
  nameEnd: number;
}

/** The elements in the body of a page. */
export function bodyElements(html: string): FoundElement[] {
  const page = parse(html, { sourceCodeLocationInfo: true });
  const root = page.childNodes.find((node) => node.nodeName === 'html');
  const body = childrenOf(root).find((node) => node.nodeName === 'body');
  return childrenOf(body).flatMap((node) => elementsIn(node, html));
}

export function fragmentElements(html: string): FoundElement[] {
  return childrenOf(parseFragment(html, { sourceCodeLocationInfo: true })).flatMap((node) =>
    elementsIn(node, html),
  );
}

// These are not visible; the content of a template is copied by scripts, which may rely on its attributes.
const invisibleTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'link',
  'meta',
  'base',
  'title',
  'head',
]);

function elementsIn(node: DefaultTreeAdapterTypes.ChildNode, html: string): FoundElement[] {
  if (!defaultTreeAdapter.isElementNode(node) || invisibleTags.has(node.nodeName)) return [];
  const own = ownTag(node, html);
  const below = node.childNodes.flatMap((child) => elementsIn(child, html));
  return own === null ? below : [own, ...below];
}

// Elements that the parser adds to correct invalid HTML have no tag in the text.
function ownTag(element: DefaultTreeAdapterTypes.Element, html: string): FoundElement | null {
  const start = element.sourceCodeLocation?.startTag?.startOffset;
  if (start === undefined || element.attrs.some(({ name }) => name === sourceAttribute)) return null;
  const nameEnd = start + 1 + element.tagName.length;
  return html.slice(start, nameEnd).toLowerCase() === `<${element.tagName.toLowerCase()}`
    ? { start, nameEnd }
    : null;
}

function childrenOf(node: DefaultTreeAdapterTypes.Node | undefined): DefaultTreeAdapterTypes.ChildNode[] {
  return node !== undefined && 'childNodes' in node ? node.childNodes : [];
}
