import { isElement, oneLine, renderedChildren, svgTitle } from '@annotate-mcp/page-facts/elements';
/** Describes an icon that has no name: by what its author called it. */

/** A name that the picture itself has: the title of an SVG, the alternative text of an image. */
export function pictureName(element: Element): string {
  const [picture] = picturesIn(element, (each) => labelOfPicture(each) !== '');
  return picture === undefined ? '' : oneLine(labelOfPicture(picture), 100);
}

function labelOfPicture(element: Element): string {
  const label =
    element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? element.getAttribute('title');
  if (label !== null && label.trim() !== '') return label;
  return element instanceof SVGSVGElement ? svgTitle(element) : '';
}

/** `trash` of `<use href="#trash">`, `fa-trash` of a class, or a class that says what the element is for. */
export function iconOf(element: Element): string | null {
  const parts = picturesIn(element, () => true);
  for (const part of parts) {
    const found = usedSymbol(part) ?? namedIcon(part) ?? fileName(part);
    if (found !== null) return oneLine(found, 60);
  }
  for (const part of [element, ...parts]) {
    const own = [...part.classList].find((name) => purpose.test(name.replace(/([a-z])([A-Z])/g, '$1-$2')));
    if (own !== undefined) return oneLine(own, 60);
  }
  return null;
}

const mostParts = 12;

function picturesIn(element: Element, isWanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  let seen = 0;
  const visit = (at: Element): void => {
    if (++seen > mostParts) return;
    if (at !== element && isWanted(at)) found.push(at);
    for (const child of renderedChildren(at)) if (isElement(child)) visit(child);
  };
  visit(element);
  return found;
}

function usedSymbol(element: Element): string | null {
  if (element.localName !== 'use') return null;
  const href = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
  const [, symbol] = /#(.+)$/.exec(href) ?? [];
  return symbol ?? null;
}

function fileName(element: Element): string | null {
  if (!(element instanceof HTMLImageElement) || element.src.startsWith('data:')) return null;
  return element.src.split(/[?#]/)[0]?.split('/').at(-1) ?? null;
}

const iconAttributes = ['data-icon', 'data-lucide', 'icon', 'data-testid'];
/** `fa` alone says only that there is an icon; `fa-trash` says which. */
const iconClass =
  /^(?:fa|bi|mdi|ri|ti|pi|ph|la|uil|icon|icons|lucide|feather|octicon|codicon|anticon|glyphicon|tabler-icon|ql)-(?!solid$|regular$|brands$|fw$|lg$|\d*x$|icon$)\S+/;

function namedIcon(element: Element): string | null {
  for (const name of iconAttributes) {
    const value = element.getAttribute(name);
    if (value !== null && value !== '' && (name !== 'data-testid' || /icon/i.test(value))) return value;
  }
  return [...element.classList].find((name) => iconClass.test(name)) ?? null;
}

/** Of the classes of an element, only those with such a word say what it does. */
const purpose =
  /(?:^|[-_])(?:add|arrow|back|bookmark|cart|check|clear|close|collapse|copy|delete|dismiss|down|download|edit|expand|favorite|filter|first|forward|gear|heart|help|home|info|last|left|like|list|lock|logout|menu|minus|more|mute|next|open|pause|pin|play|plus|prev|previous|print|redo|refresh|reload|remove|reply|right|save|search|send|settings|share|sort|star|stop|submit|swap|toggle|trash|undo|up|upload|user|view|zoom)(?:$|[-_])/i;
