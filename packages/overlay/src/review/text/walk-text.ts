/** Walks what a page shows in the order it shows it, down into open shadow roots. */
import type { TextWriter } from './text-writer.ts';

export interface WalkOptions {
  /** Also what is folded away just now: closed tabs and details. */
  readonly hidden: boolean;
  readonly root: (root: ShadowRoot) => void;
}

export function walkText(root: Element, write: TextWriter, options: WalkOptions): void {
  const view = root.ownerDocument.defaultView;
  if (view === null) return;

  // Long pages have tens of thousands of elements: no style is read that is not needed.
  const walk = (element: Element) => {
    if (element.localName === 'br') write.breakWith('\n');
    if (isEmpty(element) || isUnread(element)) return;
    const style = view.getComputedStyle(element);
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
    eachShown(element, options, (node) => {
      if (node.nodeType === Node.ELEMENT_NODE) walk(node as Element);
      else if (node.nodeType === Node.TEXT_NODE) (text ??= textOf(style))(node as Text);
    });
  };

  const textOf = ({ visibility, whiteSpace }: CSSStyleDeclaration) => {
    if (!options.hidden && visibility !== 'visible') return () => undefined;
    return whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces' ? write.kept : write.flowing;
  };

  walk(root);
}

/** In the order of the screen: a shadow root instead of what is below its host, and what is put into a slot there. */
function eachShown(element: Element, { hidden, root }: WalkOptions, visit: (node: Node) => void): void {
  const { shadowRoot, localName } = element;
  if (shadowRoot !== null) root(shadowRoot);
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

// What is typed into is nobody's copy; frames are pages of their own; what is marked as private stays here.
const unread = new Set([
  ...['script', 'style', 'template', 'noscript', 'nga-overlay', 'astro-dev-toolbar', 'vite-error-overlay'],
  ...['textarea', 'input', 'select', 'datalist', 'iframe', 'object', 'video', 'audio', 'canvas'],
  ...['title', 'desc', 'defs', 'metadata'],
]);

function isEmpty({ firstChild, shadowRoot, localName }: Element): boolean {
  return firstChild === null && shadowRoot === null && localName !== 'slot';
}

function isUnread(element: Element): boolean {
  if (unread.has(element.localName) || element.hasAttribute('data-annotate-redact')) return true;
  return 'isContentEditable' in element && element.isContentEditable === true;
}

function isInline(display: string): boolean {
  return display.startsWith('inline') || display.startsWith('ruby') || display === 'contents';
}
