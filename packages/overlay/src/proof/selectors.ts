/** Tells which elements a selector is for, whatever the state of the page is. */

const states = [
  ...[
    'hover',
    'focus',
    'focus-visible',
    'focus-within',
    'active',
    'target',
    'visited',
    'checked',
    'indeterminate',
  ],
  ...['disabled', 'enabled', 'invalid', 'valid', 'user-invalid', 'user-valid', 'required', 'optional'],
  ...[
    'placeholder-shown',
    'autofill',
    'open',
    'popover-open',
    'modal',
    'fullscreen',
    'read-only',
    'read-write',
  ],
].join('|');
const state = `(?<!\\\\):(?:${states})(?![\\w-])`;
const statePattern = new RegExp(state, 'g');
const noState = new RegExp(`(?<!\\\\):not\\((?:\\s*${state}\\s*,?)+\\)`, 'g');
const stateAttribute =
  /\[(?:aria-[\w-]+|data-(?:state|open|closed|disabled|active|selected|hover|focus)|open|disabled|hidden|inert|readonly)(?:[~|^$*]?=[^\]]*)?\]/g;
/** What themes are switched by, at an element around. */
const theme =
  /\.(?:dark|light|(?:dark|light)-(?:mode|theme)|(?:mode|theme)-(?:dark|light))(?![\w-])|\[(?:data-)?(?:bs-|color-)?(?:theme|mode|scheme|color-scheme)(?:[~|^$*]?=[^\]]*)?\]/g;
const partPattern =
  /(?<!\\)(?:::(?:part|slotted|highlight|view-transition[\w-]*)\([^)]*\)|::[\w-]+|:(?:before|after|first-line|first-letter)(?![\w-]))/g;

/** Matches whatever the selector may match: `.button:hover::before` is for `.button`. */
export function inAnyState(selector: string): string {
  return [partPattern, noState, statePattern, stateAttribute, theme].reduce(
    (left, pattern) => left.replace(pattern, anything),
    selector,
  );
}

/** The selector of the element that a part such as `::before` belongs to. */
export function withoutParts(selector: string): string {
  return selector.replace(partPattern, anything);
}

/** Valid wherever a state or a part is, also alone. */
const anything = ':is(*)';

/** A part that no element of the page is read for: `::placeholder`. */
export function hasOtherPart(selector: string): boolean {
  return (selector.match(partPattern) ?? []).some((part) => !/^::?(?:before|after)$/.test(part));
}

/** What Svelte, Vue, Angular and Astro add to selectors. */
const buildName =
  /(?::where\()?(?:\.svelte-[\da-z]+|\[data-v-[\da-f]+\]|\[_ng(?:content|host)-[^\]]*\]|\[data-astro-cid-[^\]]*\]|\.astro-[\dA-Za-z]{8})\)?/g;

export function withoutBuildNames(selector: string): string {
  return selector.replace(buildName, (found) =>
    found.startsWith(':where(') || !found.endsWith(')') ? '' : ')',
  );
}
