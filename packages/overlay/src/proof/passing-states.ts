/** Finds what of a page's look belongs to the moment only: under the pointer, in focus, or in an animation. */

import { isShadowRoot } from '../inspectors/dom-tree.ts';

import { isCrosshair, rulesOfSheets } from './sheet-rules.ts';

export interface PassingStates {
  /** The names of the properties that rules for `:hover`, `:focus` and `:active` set on an element now. */
  readonly propertiesOf: (element: Element) => ReadonlySet<string>;
  /** The names of the properties that running animations set. */
  readonly animatedOf: (element: Element) => ReadonlySet<string>;
  /** The names of the properties that the overlay sets on every element while a person points at something. */
  readonly setByOverlay: ReadonlySet<string>;
  /** `part` is `::before` or `::after`. */
  readonly isAnimated: (element: Element, part: string) => boolean;
  /** `false` when the pointer or the focus is elsewhere by now. */
  readonly isCurrent: () => boolean;
}

const statePattern = /:(?:hover|focus|active)/;
const none: ReadonlySet<string> = new Set();
const cursor: ReadonlySet<string> = new Set(['cursor']);

export function readPassingStates(document: Document): PassingStates {
  const [hovered, focused] = pointedAt(document);
  const setByOverlay = document.adoptedStyleSheets.some(isCrosshair) ? cursor : none;
  // A document tells nothing of what is in its shadow roots. The page may have many, so each is read when it is reached.
  const known = new Map<Node, RootStates>();
  const statesOf = (element: Element) => {
    const root = element.getRootNode();
    const states = known.get(root) ?? readRoot(root);
    known.set(root, states);
    return states;
  };
  return {
    setByOverlay,
    propertiesOf: (element) => statesOf(element).properties.get(element) ?? none,
    animatedOf: (element) => statesOf(element).animated.get(element)?.get('') ?? none,
    isAnimated: (element, part) => statesOf(element).animated.get(element)?.has(part) === true,
    isCurrent: () => {
      const [hoveredNow, focusedNow] = pointedAt(document);
      const hasCrosshair = document.adoptedStyleSheets.some(isCrosshair);
      return hoveredNow === hovered && focusedNow === focused && hasCrosshair === setByOverlay.size > 0;
    },
  };
}

/** What is under the pointer, in focus or animated in a document or a shadow root. */
interface RootStates {
  readonly properties: ReadonlyMap<Element, ReadonlySet<string>>;
  /** By element and part. */
  readonly animated: ReadonlyMap<Element, ReadonlyMap<string, ReadonlySet<string>>>;
}

function readRoot(root: Node): RootStates {
  // An element that has left the page is in neither.
  if (!isDocument(root) && !isShadowRoot(root)) return { properties: new Map(), animated: new Map() };
  return { properties: readPointed(root), animated: readAnimated(root) };
}

function isDocument(node: Node): node is Document {
  return node.nodeType === 9;
}

function readPointed(root: Document | ShadowRoot): Map<Element, Set<string>> {
  const properties = new Map<Element, Set<string>>();
  const view = (isDocument(root) ? root : root.ownerDocument).defaultView;
  if (view === null) return properties;
  for (const { kind, selector, names: set } of rulesOfSheets(root, view)) {
    if (kind !== 'style' || !statePattern.test(selector)) continue;
    for (const element of query(root, selector)) {
      const names = properties.get(element) ?? new Set();
      for (const name of set()) names.add(name);
      properties.set(element, names);
    }
  }
  return properties;
}

function readAnimated(root: DocumentOrShadowRoot): Map<Element, Map<string, Set<string>>> {
  const animated = new Map<Element, Map<string, Set<string>>>();
  for (const { effect, playState } of root.getAnimations()) {
    if (playState !== 'running' || effect === null || !('getKeyframes' in effect)) continue;
    const { target, pseudoElement } = effect as KeyframeEffect;
    if (target === null) continue;
    const parts = animated.get(target) ?? new Map<string, Set<string>>();
    const names = parts.get(pseudoElement ?? '') ?? new Set();
    for (const step of (effect as KeyframeEffect).getKeyframes())
      for (const name of Object.keys(step)) if (!notAnimated.has(name)) names.add(hyphenated(name));
    animated.set(target, parts.set(pseudoElement ?? '', names));
  }
  return animated;
}

const notAnimated: ReadonlySet<string> = new Set(['offset', 'computedOffset', 'easing', 'composite']);

function hyphenated(name: string): string {
  return name === 'cssOffset' ? 'offset' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function pointedAt(document: Document) {
  const hovered = innermost(document, (root) => [...root.querySelectorAll(':hover')].at(-1) ?? null);
  return [hovered, innermost(document, ({ activeElement }) => activeElement)] as const;
}

/** A document tells only of the host of a shadow root. */
function innermost(
  document: Document,
  find: (root: Document | ShadowRoot) => Element | null,
): Element | null {
  let found = find(document);
  for (let next = found; next !== null; next = next.shadowRoot && find(next.shadowRoot)) found = next;
  return found;
}

function query(root: ParentNode, selector: string): Iterable<Element> {
  try {
    return root.querySelectorAll(selector);
  } catch {
    // A selector that only this browser's style sheets understand.
    return [];
  }
}
