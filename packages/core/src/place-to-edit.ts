// A file of its own: the overlay needs it only when a person points, and its first load has annotation.ts.
import type { ComponentTarget, SourceLocation } from './annotation.ts';

/** Kits that wrap kits; a longer chain helps no one. */
export const mostUses = 20;

/**
 * What a person who points at the target most likely wants changed: for an element of a kit or a library the tag that
 * uses it, since a change of the kit is one of every use. For a part of HTML that is put in as a text it is where that happens. `undefined`
 * where no line is known.
 */
export function placeToEdit({
  uses,
  sourceLocation,
  generatedAt,
}: Pick<ComponentTarget, 'uses' | 'sourceLocation' | 'generatedAt'>): SourceLocation | undefined {
  return uses?.at(-1) ?? sourceLocation ?? generatedAt;
}
