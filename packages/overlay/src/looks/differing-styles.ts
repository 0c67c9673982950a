import { drawnProperties } from '../capture/drawn-properties.ts';

/**
 * The computed styles of an element that differ from those of a blank element with the same tag, which no style sheet of
 * the page reaches. `blankRoot` is where that blank element is for a moment: the overlay's shadow root, into which the
 * page's observers cannot see.
 */
export function differingStyles(element: Element, blankRoot: ShadowRoot): Record<string, string> {
  const pageWindow = element.ownerDocument.defaultView;
  if (pageWindow === null) return {};
  const style = pageWindow.getComputedStyle(element);
  const defaults = defaultsFor(element, blankRoot);
  const differing: Record<string, string> = {};
  for (const name of drawnProperties) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== defaults.get(name) && !isImplied(name, value, style)) {
      differing[name] = shorten(value);
    }
  }
  return differing;
}

/** Exactly these properties, also custom ones. Those that the browser does not know are left out. */
export function namedStyles(element: Element, names: readonly string[]): Record<string, string> {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  const found = names.map((name) => [name, style?.getPropertyValue(name).trim() ?? ''] as const);
  return Object.fromEntries(
    found.filter(([, value]) => value !== '').map(([n, value]) => [n, shorten(value)]),
  );
}

/** By tag, kind of field and whether it is a link, on which the browser's own styles depend. */
const knownDefaults = new Map<string, ReadonlyMap<string, string>>();

function defaultsFor(element: Element, blankRoot: ShadowRoot): ReadonlyMap<string, string> {
  const type = element.localName === 'input' ? (element.getAttribute('type') ?? '') : '';
  const isLink = element.hasAttribute('href');
  const key = [element.namespaceURI, element.localName, type, isLink].join(' ');
  const known = knownDefaults.get(key);
  if (known !== undefined) return known;
  const read = readDefaults(blankRoot, (document) => {
    const blank = document.createElementNS(element.namespaceURI, element.localName);
    if (type !== '') blank.setAttribute('type', type);
    if (isLink) blank.setAttribute('href', '');
    return blank;
  });
  knownDefaults.set(key, read);
  return read;
}

function readDefaults(
  blankRoot: ShadowRoot,
  create: (document: Document) => Element,
): ReadonlyMap<string, string> {
  const document = blankRoot.ownerDocument;
  const host = document.createElement('div');
  // Nothing is inherited from the page, and a shadow root keeps the overlay's own styles out.
  host.style.cssText = 'all: initial; position: absolute; visibility: visible; contain: strict';
  const blank = create(document);
  host.attachShadow({ mode: 'open' }).append(blank);
  blankRoot.append(host);
  try {
    const style = document.defaultView?.getComputedStyle(blank);
    return new Map(drawnProperties.map((name) => [name, style?.getPropertyValue(name) ?? '']));
  } finally {
    host.remove();
  }
}

/** What follows from another property, or shows in the element's box. */
function isImplied(name: string, value: string, style: CSSStyleDeclaration): boolean {
  if (/^(width|height|transform-origin|perspective-origin)$/.test(name)) return true;
  const line = /^(border-\w+|outline|column-rule)-(color|width|offset)$/.exec(name)?.[1];
  if (line !== undefined) return style.getPropertyValue(`${line}-style`) === 'none';
  if (name === 'text-decoration-color' || name === 'text-decoration-style') {
    return style.getPropertyValue('text-decoration-line') === 'none';
  }
  return name === '-webkit-text-fill-color' && value === style.color;
}

function shorten(value: string): string {
  return value.length > 300 ? `${value.slice(0, 299)}…` : value;
}
