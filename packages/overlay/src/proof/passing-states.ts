/** Finds what of a page's look belongs to the moment only: under the pointer, in focus, or in an animation. */

export interface PassingStates {
  /** The names of the properties that rules for `:hover`, `:focus` and `:active` set on an element now. */
  readonly propertiesOf: (element: Element) => ReadonlySet<string>;
  readonly isAnimated: (element: Element) => boolean;
  /** `false` when the pointer or the focus is elsewhere by now. */
  readonly isCurrent: () => boolean;
}

const statePattern = /:(?:hover|focus|active)/;
const none: ReadonlySet<string> = new Set();

export function readPassingStates(document: Document): PassingStates {
  const [hovered, focused] = pointedAt(document);
  const properties = new Map<Element, Set<string>>();
  for (const { selectorText, style } of stateRules([
    ...document.styleSheets,
    ...document.adoptedStyleSheets,
  ])) {
    for (const element of query(document, selectorText)) {
      const names = properties.get(element) ?? new Set();
      for (const name of style) names.add(name);
      properties.set(element, names);
    }
  }
  const animated = new Set<Element>();
  for (const { effect, playState } of document.getAnimations()) {
    const target = effect !== null && 'target' in effect ? (effect.target as Element | null) : null;
    if (playState === 'running' && target !== null) animated.add(target);
  }
  return {
    propertiesOf: (element) => properties.get(element) ?? none,
    isAnimated: (element) => animated.has(element),
    isCurrent: () => {
      const [hoveredNow, focusedNow] = pointedAt(document);
      return hoveredNow === hovered && focusedNow === focused;
    },
  };
}

function pointedAt(document: Document) {
  return [[...document.querySelectorAll(':hover')].at(-1), document.activeElement] as const;
}

function* stateRules(sheets: Iterable<CSSStyleSheet | CSSGroupingRule>): Generator<CSSStyleRule> {
  for (const sheet of sheets) {
    for (const rule of rulesOf(sheet)) {
      if ('selectorText' in rule) {
        const styled = rule as CSSStyleRule;
        if (statePattern.test(styled.selectorText)) yield styled;
      } else if ('cssRules' in rule) yield* stateRules([rule as CSSGroupingRule]);
    }
  }
}

function rulesOf(sheet: CSSStyleSheet | CSSGroupingRule): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // A style sheet of another origin cannot be read; what it does under the pointer counts as a style of the element.
    return [];
  }
}

function query(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    // A selector that only this browser's style sheets understand.
    return [];
  }
}
