/** Says where the text of each annotation is in a page's text. Pure; the DOM is page-text.ts. */
import {
  createLocator,
  type Locate,
  type TextAnchor,
  type TextAnnotation,
  type TextRange,
} from '@annotate-mcp/core';

/** `moved`: the same words elsewhere. `changed`: other words in its place. `orphaned`: nowhere, or nobody can tell where. */
export type TextPlace =
  ({ readonly state: 'placed' | 'moved' | 'changed' } & TextRange) | { readonly state: 'orphaned' };

/** Where it was last found, and in which text: from there on edits are followed instead of guessed. */
export interface LastSeen extends TextRange {
  readonly text: string;
}

export type PlaceText = (annotation: TextAnnotation, seen: LastSeen | undefined) => TextPlace;

/** For all annotations of a page: texts are compared once. */
export function createPlacer(text: string): PlaceText {
  const locators = new Map<string | undefined, Locate>();
  const locatorAfter = (lastSeenText?: string): Locate => {
    const known = locators.get(lastSeenText);
    if (known !== undefined) return known;
    const made = createLocator(text, lastSeenText === undefined ? {} : { lastSeenText });
    locators.set(lastSeenText, made);
    return made;
  };
  return (annotation, seen) => {
    try {
      for (const anchor of anchorsOf(annotation)) {
        const found = locate(anchor, seen, locatorAfter);
        if (found !== null) return { ...found, state: stateOf(annotation, found, text) };
      }
    } catch {
      // Written by hand, or by another program: the others are placed all the same.
    }
    return { state: 'orphaned' };
  };
}

/** What the agent says it became comes first. Before the page shows that, it is still what it was. */
function anchorsOf({ anchor, replacementText }: TextAnnotation): TextAnchor[] {
  const quote = replacementText?.trim() ?? '';
  if (quote === '' || quote === anchor.quote) return [anchor];
  return [{ ...anchor, quote, end: anchor.start + quote.length }, anchor];
}

function locate(
  anchor: TextAnchor,
  seen: LastSeen | undefined,
  locatorAfter: (lastSeenText?: string) => Locate,
): TextRange | null {
  const last = seen && { ...anchor, start: seen.start, end: seen.end };
  const placement = last ? locatorAfter(seen.text)(last) : locatorAfter()(anchor);
  return placement.state === 'placed' && placement.start < placement.end
    ? { start: placement.start, end: placement.end }
    : null;
}

function stateOf({ anchor }: TextAnnotation, { start, end }: TextRange, text: string) {
  if (flat(text.slice(start, end)) !== flat(anchor.quote)) return 'changed';
  return start === anchor.start ? 'placed' : 'moved';
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
