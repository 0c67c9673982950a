/** Visits the text of a page in the order of the screen, including open shadow roots. */
import { isPrivate } from '../../inspectors/private-parts.ts';

import type { TextWriter } from './text-writer.ts';

export interface WalkOptions {
  /** Includes hidden text: closed tabs and `details`. */
  readonly hidden: boolean;
  readonly onRoot: (root: ShadowRoot) => void;
}

export function walkText(root: Element, write: TextWriter, options: WalkOptions): void {
  const pageWindow = root.ownerDocument.defaultView;
  if (pageWindow === null) return;

  // A long page has tens of thousands of elements, so styles are only read where they are needed.
  const walk = (element: Element) => {
    if (element.localName === 'br') write.breakWith('\n');
    if (isEmpty(element) || isIgnored(element)) return;
    const style = pageWindow.getComputedStyle(element);
    const { display } = style;
    if (display === 'none' && !options.hidden) return;
    if (isInline(display)) {
      walkInto(element, style);
      return;
    }
    const mark = display === 'table-cell' ? '\t' : '\n';
    write.breakWith(mark);
    if (options.hidden || style.contentVisibility !== 'hidden') walkInto(element, style);
    write.breakWith(mark);
  };

  const walkInto = (element: Element, style: CSSStyleDeclaration) => {
    let text: ((node: Text) => void) | null = null;
    forEachShown(element, options, (node) => {
      if (node.nodeType === Node.ELEMENT_NODE) walk(node as Element);
      else if (node.nodeType === Node.TEXT_NODE) (text ??= textOf(style))(node as Text);
    });
  };

  const textOf = ({ visibility, whiteSpace }: CSSStyleDeclaration) => {
    if (!options.hidden && visibility !== 'visible') return () => undefined;
    return whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces'
      ? write.addPreserved
      : write.addCollapsed;
  };

  walk(root);
}

/** Visits in the order of the screen: a shadow root replaces the children of its host, and slots show assigned nodes. */
function forEachShown(element: Element, { hidden, onRoot }: WalkOptions, visit: (node: Node) => void): void {
  const { shadowRoot, localName } = element;
  if (shadowRoot !== null) onRoot(shadowRoot);
  const assigned =
    localName === 'slot' && 'assignedNodes' in element
      ? (element as HTMLSlotElement).assignedNodes({ flatten: true })
      : [];
  const isFolded = localName === 'details' && !hidden && !(element as HTMLDetailsElement).open;
  if (assigned.length > 0) assigned.forEach(visit);
  else if (isFolded) [...element.children].filter(({ localName: name }) => name === 'summary').forEach(visit);
  else {
    const parent = shadowRoot ?? element;
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) visit(node);
  }
}

// Field values are not text of the page, frames are pages of their own, and private elements must not be read.
const ignoredElements = new Set([
  ...['script', 'style', 'template', 'noscript', 'nga-overlay', 'astro-dev-toolbar', 'vite-error-overlay'],
  ...['textarea', 'input', 'select', 'datalist', 'iframe', 'object', 'video', 'audio', 'canvas'],
  ...['title', 'desc', 'defs', 'metadata'],
]);

function isEmpty({ firstChild, shadowRoot, localName }: Element): boolean {
  return firstChild === null && shadowRoot === null && localName !== 'slot';
}

function isIgnored(element: Element): boolean {
  if (ignoredElements.has(element.localName) || isPrivate(element)) return true;
  return 'isContentEditable' in element && element.isContentEditable === true;
}

function isInline(display: string): boolean {
  return display.startsWith('inline') || display.startsWith('ruby') || display === 'contents';
}
