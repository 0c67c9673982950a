/**
 * Finds how a Playwright test would find an element: the most lasting way that finds this one and no other in the page as
 * it is now. The rules are those of Playwright's locators with `exact: true`.
 */
import type { ElementLocator } from '@annotate-mcp/core';
import { labelsOf, nameOf, roleOf } from '@annotate-mcp/page-facts/elements';

import { isOverlay, outwards } from '../inspectors/dom-tree.ts';
import { domPath, isLeftOut } from '../inspectors/dom.ts';
import { guarded } from '../inspectors/foreign.ts';
import { isInPrivate } from '../inspectors/private-parts.ts';

/** On a larger page a locator is not looked for by role and text. */
const mostElements = 20_000;
const longestWords = 80;

/** Does not give away what is private: such an element is found by its ids or its path. */
export function findLocator(element: Element): ElementLocator {
  // What is in a frame is found by the path that enters it.
  const found = element.ownerDocument === document ? tryFinders(element, new PageElements(document)) : null;
  return found ?? { by: 'selector', selector: domPath(element).slice(0, 4_000) };
}

/** Something of the page that is there whatever becomes of the element: it shows that the page is. */
export function findAnchor(element: Element | null): ElementLocator | null {
  const page = new PageElements(document);
  const candidates = [...document.querySelectorAll('h1, h2, h3, nav a, button, a, label, p')].slice(
    0,
    mostAnchors,
  );
  for (const candidate of candidates) {
    const isOf = element !== null && (element.contains(candidate) || candidate.contains(element));
    if (isOf || isOverlay(candidate) || !isVisible(candidate)) continue;
    const locator = tryFinders(candidate, page);
    if (locator !== null) return locator;
  }
  return null;
}

function tryFinders(element: Element, page: PageElements): ElementLocator | null {
  for (const find of finders) {
    const locator = find(element, page);
    if (locator !== null) return locator;
  }
  return null;
}

const mostAnchors = 40;

type Finder = (element: Element, page: PageElements) => ElementLocator | null;

const finders: readonly Finder[] = [byTestId, byId, byRole, byText, byAlt, byLabel];

function byTestId(element: Element, page: PageElements): ElementLocator | null {
  const testId = element.getAttribute('data-testid') ?? '';
  const isOnly = page.count((other) => other.getAttribute('data-testid') === testId) === 1;
  return testId !== '' && isOnly ? { by: 'test id', testId } : null;
}

function byId({ id }: Element, page: PageElements): ElementLocator | null {
  return isWritten(id) && page.count((other) => other.id === id) === 1 ? { by: 'id', id } : null;
}

/** Libraries count their ids, which differ with each load of the page. */
function isWritten(id: string): boolean {
  const isPlain = /^[A-Za-z][\w-]{0,60}$/.test(id) && !/\d{3}/.test(id);
  return isPlain && !/^(?:radix|react-aria|headlessui|mui|mat|cdk|ng|bits|reka|el-id|v|rc|_?r)[-_:]/.test(id);
}

function byRole(element: Element, page: PageElements): ElementLocator | null {
  const role = roleOf(element);
  // The name that Playwright computes has what style sheets generate.
  if (
    role === null ||
    isInPrivate(element) ||
    !isVisible(element) ||
    isHidden(element) ||
    hasGenerated(element)
  )
    return null;
  const name = nameOf(element, role, { isPrivate: isLeftOut });
  if (!isShort(name)) return null;
  const isOnly = page.count((other) => roleOf(other) === role && nameOf(other, role) === name) === 1;
  return isOnly ? { by: 'role', role, name } : null;
}

function byText(element: Element, page: PageElements): ElementLocator | null {
  const text = isInPrivate(element) || isLeftOut(element) ? '' : textOf(element);
  if (!isShort(text) || element.querySelector(hiddenParts) !== null) return null;
  // Reading the text of every large part of a page would take long, and none of them has so short a text.
  const isSmallest = (other: Element) =>
    other.childElementCount <= mostParts &&
    textOf(other) === text &&
    ![...other.children].some((child) => textOf(child) === text);
  return isSmallest(element) && page.count(isSmallest) === 1 ? { by: 'text', text } : null;
}

const mostParts = 8;
const hiddenParts = '[data-annotate-redact], [data-private], input, textarea, select, nga-overlay';

function byAlt(element: Element, page: PageElements): ElementLocator | null {
  const alt = isInPrivate(element) ? '' : (element.getAttribute('alt') ?? '').trim();
  return isShort(alt) && page.count((other) => other.getAttribute('alt')?.trim() === alt) === 1
    ? { by: 'alt', alt }
    : null;
}

function byLabel(element: Element, page: PageElements): ElementLocator | null {
  const label = isInPrivate(element) ? '' : labelOf(element);
  return isShort(label) && page.count((other) => labelOf(other) === label) === 1
    ? { by: 'label', label }
    : null;
}

function labelOf(element: Element): string {
  const given = element.getAttribute('aria-label') ?? '';
  return given !== '' ? oneLine(given) : labelsOf(element).map(textOf).join(' ');
}

/** All elements of the page, also those in open shadow roots, which Playwright looks into. */
class PageElements {
  readonly #elements: Element[] = [];

  constructor(document: Document) {
    this.#add(document);
  }

  /** Infinite where the page is too large to tell. */
  count(matches: (element: Element) => boolean): number {
    if (this.#elements.length > mostElements) return Infinity;
    return this.#elements.filter((element) => guarded(() => matches(element), false)).length;
  }

  #add(root: Document | ShadowRoot): void {
    for (const element of root.querySelectorAll('*')) {
      if (element.localName === 'nga-overlay' || silent.test(element.localName)) continue;
      this.#elements.push(element);
      if (element.shadowRoot !== null) this.#add(element.shadowRoot);
    }
  }
}

const silent = /^(?:script|style|noscript|head|title|meta|link|template)$/;

function textOf(element: Element): string {
  return oneLine(element.textContent);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isShort(words: string): boolean {
  return words !== '' && words.length <= longestWords && !words.endsWith('…');
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function isHidden(element: Element): boolean {
  for (const at of outwards(element))
    if (at.getAttribute('aria-hidden') === 'true' || at.hasAttribute('inert')) return true;
  return false;
}

function hasGenerated(element: Element): boolean {
  return [element, ...element.querySelectorAll('*')].slice(0, 50).some((each) =>
    ['::before', '::after'].some((part) => {
      const { content } = getComputedStyle(each, part);
      return content !== 'none' && content !== 'normal' && content !== '""';
    }),
  );
}
