/** Finds the design tokens of a page: custom properties that apply at an element, with the values that they have there. */
import { outwards } from '../inspectors/dom-tree.ts';
import { isObject } from '../inspectors/foreign.ts';

import { type Scale, isColour } from './style-groups.ts';

export interface Token {
  readonly name: string;
  /** As the browser computes it: `16px`, `rgb(59, 130, 246)`. */
  readonly value: string;
  readonly isColour: boolean;
}

const mostRules = 30_000;
const mostNames = 1_500;
/** Parts of a utility framework that are no tokens. */
const internalName = /^--(?:tw|nga|un)-/;

/** `probeRoot` is where values are resolved: the overlay's shadow root, into which the page's observers cannot see. */
export function readTokens(element: Element, probeRoot: ShadowRoot): Token[] {
  const style = getComputedStyle(element);
  const written = namesAt(element).flatMap((name) => {
    const value = style.getPropertyValue(name).trim();
    const kind = kindOf(value);
    return kind === null ? [] : [{ name, value, isColour: kind === 'colour' }];
  });
  return resolve(written, style, probeRoot);
}

function namesAt(element: Element): string[] {
  const names = new Set<string>();
  const add = (style: CSSStyleDeclaration) => {
    for (const name of style)
      if (name.startsWith('--') && !internalName.test(name) && names.size < mostNames) names.add(name);
  };
  for (const at of outwards(element))
    if ('style' in at && at.style instanceof CSSStyleDeclaration) add(at.style);
  let visited = 0;
  const waiting: (CSSStyleSheet | CSSRule)[] = rootsOf(element).flatMap((root) => [
    ...root.styleSheets,
    ...root.adoptedStyleSheets,
  ]);
  for (let next = waiting.shift(); next !== undefined && visited < mostRules; next = waiting.shift()) {
    visited++;
    if ('style' in next && next.style instanceof CSSStyleDeclaration) add(next.style);
    waiting.push(...rulesOf(next));
  }
  return [...names];
}

/** The document, and the shadow roots that the element is in. */
function rootsOf(element: Element): DocumentOrShadowRoot[] {
  const roots: DocumentOrShadowRoot[] = [element.ownerDocument];
  for (const at of outwards(element)) {
    const root = at.getRootNode();
    if (root instanceof ShadowRoot && !roots.includes(root)) roots.push(root);
  }
  return roots;
}

function rulesOf(at: CSSStyleSheet | CSSRule): CSSRule[] {
  try {
    const holder = 'styleSheet' in at ? at.styleSheet : at;
    const rules = isObject(holder) && 'cssRules' in holder ? holder.cssRules : null;
    return rules instanceof CSSRuleList ? [...rules] : [];
  } catch {
    // A style sheet of another origin cannot be read; its tokens are not named.
    return [];
  }
}

/** `null` for what is neither a length nor a colour, and for a share of something else. A bare zero may mean anything. */
function kindOf(value: string): 'length' | 'colour' | null {
  if (value === '' || value.length > 200 || /^[\d.]+$/.test(value)) return null;
  if (/\d/.test(value) && !value.includes('%') && CSS.supports('margin-left', value)) return 'length';
  const isKeyword = /^(?:inherit|initial|unset|revert|revert-layer|currentcolor|transparent)$/i.test(value);
  return !isKeyword && CSS.supports('background-color', value) ? 'colour' : null;
}

/** All at once, because each reading after a change makes the browser compute styles again. */
function resolve(tokens: readonly Token[], style: CSSStyleDeclaration, root: ShadowRoot): Token[] {
  const place = root.ownerDocument.createElement('div');
  // Values in `em`, `currentcolor` and `light-dark()` depend on these.
  const { fontSize, color, colorScheme } = style;
  place.style.cssText = 'all: initial; position: absolute; visibility: hidden; contain: strict';
  Object.assign(place.style, { fontSize, color, colorScheme });
  const probes = tokens.map((token) => {
    const probe = root.ownerDocument.createElement('i');
    probe.style.setProperty(token.isColour ? 'background-color' : 'margin-left', token.value);
    return { token, probe };
  });
  place.append(...probes.map(({ probe }) => probe));
  root.append(place);
  try {
    return probes.map(({ token, probe }) => {
      const { backgroundColor, marginLeft } = getComputedStyle(probe);
      return { ...token, value: token.isColour ? backgroundColor : marginLeft };
    });
  } finally {
    place.remove();
  }
}

const scaleNames: Readonly<Record<Scale, RegExp>> = {
  space: /spac|gap|pad|margin|gutter|inset|stack/,
  font: /font|text|type|heading|body|size/,
  radius: /radius|radii|round|corner/,
  ink: /text|fg|foreground|ink|font|on-/,
  surface: /bg|background|surface|fill|canvas|paper/,
};

/** Tokens for this kind of value: those whose names say so first. Tokens that are named for another kind are left out. */
export function tokensFor(scale: Scale, tokens: readonly Token[]): Token[] {
  return tokens
    .filter((token) => token.isColour === isColour(scale))
    .map((token) => ({ token, rank: rankOf(token.name, scale) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || byName(one.token.name, other.token.name))
    .map(({ token }) => token);
}

/** The token of the page that has the value which a property has now; what it is written with is not known. */
export function tokenWith(property: string, value: string, tokens: readonly Token[]): string | undefined {
  const scale = scaleOf(property);
  return scale === null ? undefined : tokensFor(scale, tokens).find((token) => token.value === value)?.name;
}

function scaleOf(property: string): Scale | null {
  if (property === 'color') return 'ink';
  if (/color$|^(?:fill|stroke)$/.test(property)) return 'surface';
  if (/^(?:padding|margin|gap|row-gap|column-gap)/.test(property)) return 'space';
  if (property === 'font-size') return 'font';
  return property.endsWith('radius') ? 'radius' : null;
}

function rankOf(name: string, scale: Scale): number {
  const says = (one: Scale) => scaleNames[one].test(name.toLowerCase());
  if (says(scale)) return 2;
  // A colour serves for text and for surfaces, whatever its name.
  if (isColour(scale)) return 1;
  return (['space', 'font', 'radius'] as const).some(says) ? 0 : 1;
}

/** The shortest first. */
function byName(one: string, other: string): number {
  return one.length - other.length || one.localeCompare(other);
}
