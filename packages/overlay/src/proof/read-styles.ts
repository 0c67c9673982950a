/** Reads the styles that are compared: what is drawn, without what only follows from the size of the window or a neighbour. */
import { drawnProperties } from '../capture/drawn-properties.ts';

const words = (text: string) => text.trim().split(/\s+/);

const inheritedNames = words(`
  color font-family font-size font-weight font-style font-variant-caps line-height letter-spacing word-spacing
  text-align text-indent text-transform text-shadow white-space-collapse word-break overflow-wrap visibility direction
  writing-mode list-style-type list-style-position border-collapse caption-side fill stroke stroke-width`);

/** Computed values of these are in pixels also where the style sheet says `auto` or a percentage. */
const writtenNames = words(`
  width height min-width min-height max-width max-height top right bottom left margin-top margin-right margin-bottom
  margin-left transform flex-basis grid-template-columns grid-template-rows`);

/** Browsers tell these of `::before` and `::after` only in pixels. */
const generatedNames = words('width height top right bottom left transform');

const isInherited = new Set(inheritedNames);
const isWritten = new Set(writtenNames);

/** For every element of the page; more would take too long on a large one. */
const shortNames = words(`
  display position opacity order background-color background-image border-top-width border-left-width border-top-style
  border-top-color border-top-left-radius box-shadow padding-top padding-right padding-bottom padding-left row-gap
  column-gap justify-content align-items flex-direction flex-grow text-decoration-line filter`);
const shortWritten = words('width height margin-top margin-right margin-bottom margin-left transform');
const shortInherited = words(`
  color font-family font-size font-weight font-style line-height letter-spacing text-align text-transform visibility`);

/** They show only when something is done with the element. */
const feltNames = words('cursor pointer-events user-select resize scroll-behavior');

const fullNames = [...drawnProperties, ...feltNames].filter(
  (name) => !isInherited.has(name) && !isWritten.has(name) && !name.endsWith('-origin'),
);

/** `element` is `null` for `::before` and `::after`; `ignored` are names whose values a passing state of the page has set. */
export function readStyles(
  element: Element | null,
  style: CSSStyleDeclaration,
  ignored: ReadonlySet<string>,
): Record<string, string> {
  const written =
    element === null
      ? generatedNames.map((name) => [name, style.getPropertyValue(name)] as const)
      : readWritten(element, writtenNames);
  const values = [...fullNames, ...inheritedNames].map(
    (name) => [name, style.getPropertyValue(name)] as const,
  );
  const all = [...values, ...written].filter(([name, value]) => value !== '' && !ignored.has(name));
  return Object.fromEntries(all.map(([name, value]) => [name, value.slice(0, 290)]));
}

export function fingerprintStyles(element: Element | null, style: CSSStyleDeclaration) {
  const read = (names: readonly string[]) => names.map((name) => style.getPropertyValue(name)).join(';');
  const written = element === null ? [] : readWritten(element, shortWritten).map(([, value]) => value);
  return {
    drawn: fingerprint(`${read(shortNames)};${written.join(';')}`),
    inherited: fingerprint(read(shortInherited)),
  };
}

export function inheritedIn(names: Iterable<string>): string[] {
  return [...names].filter((name) => isInherited.has(name));
}

/** Empty in browsers that do not tell them. */
function readWritten(element: Element, names: readonly string[]): (readonly [name: string, value: string])[] {
  if (!('computedStyleMap' in element)) return [];
  const map = element.computedStyleMap();
  return names.map((name) => [name, map.get(name)?.toString() ?? ''] as const);
}

/** 32 bits (FNV-1a) in base 36: two styles of one element are compared, never all of a page. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
