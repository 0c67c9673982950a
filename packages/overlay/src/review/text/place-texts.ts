/** Finds the text of each annotation in a page's text. Pure; page-text.ts reads the DOM. */
import {
  type Annotation,
  createLocator,
  type Locate,
  type TextAnchor,
  type TextRange,
} from '@annotate-mcp/core';

export type TextOnPage = Extract<Annotation, { kind: 'text' }>;

/**
 * `moved`: the same text elsewhere. `changed`: the text was edited. `reworded`: other
 * words stand in its place, and an agent has been at work on it. `orphaned`: not found, or ambiguous.
 */
export type TextPlacement =
  | ({ readonly state: 'placed' | 'moved' | 'changed' | 'reworded' } & TextRange)
  | { readonly state: 'orphaned' };

/** The text in which an annotation was last found, and the position there. Edits are followed from that text. */
export interface LastSeen extends TextRange {
  readonly text: string;
}

export type PlaceText = (annotation: TextOnPage, seen: LastSeen | undefined) => TextPlacement;

/** One placer serves all annotations of a page, so that each pair of texts is compared once. */
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
      const found = mayBeReworded(annotation) ? locate(annotation.anchor, seen, locatorAfter, true) : null;
      if (found !== null) return { ...found, state: 'reworded' };
    } catch {
      // An anchor that another program wrote may be invalid; the other annotations are still placed.
    }
    return { state: 'orphaned' };
  };
}

/** An agent works on it, or has: other words in its place are then what the person asked for. */
export function mayBeReworded({ status }: TextOnPage): boolean {
  return status === 'acknowledged' || status === 'resolved';
}

/** The replacement text that the agent reported is tried first; until the page shows it, the old text is still there. */
function anchorsOf({ anchor, replacementText }: TextOnPage): TextAnchor[] {
  const quote = replacementText?.trim() ?? '';
  if (quote === '' || quote === anchor.quote) return [anchor];
  return [{ ...anchor, quote, end: anchor.start + quote.length }, anchor];
}

function locate(
  anchor: TextAnchor,
  seen: LastSeen | undefined,
  locatorAfter: (lastSeenText?: string) => Locate,
  reworded = false,
): TextRange | null {
  const last = seen && { ...anchor, start: seen.start, end: seen.end };
  const placement = locatorAfter(seen?.text)(last ?? anchor, { reworded });
  return placement.state === 'placed' && placement.start < placement.end
    ? { start: placement.start, end: placement.end }
    : null;
}

function stateOf({ anchor }: TextOnPage, { start, end }: TextRange, text: string) {
  if (collapseSpaces(text.slice(start, end)) !== collapseSpaces(anchor.quote)) return 'changed';
  return start === anchor.start ? 'placed' : 'moved';
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
