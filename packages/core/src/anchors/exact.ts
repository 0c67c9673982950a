import { examine, type Evidence, type Passage } from './evidence.ts';
import { occurrencesOf } from './occurrences.ts';
import { touches } from './placement.ts';
import { windowAt } from './windows.ts';

/** The places where the quote stands as it was, and how much of its context stands around each. */
export function exactPlacesOf(passage: Passage, text: string, expected: number): Evidence[] {
  const contextAfter = passage.text.length - passage.end;
  return occurrencesOf(passage, text, expected).map((occurrence) => {
    const { at } = occurrence;
    const place = { start: at, end: at + passage.quote.length, similarity: 1 };
    const before = passage.start === 0 ? 1 : occurrence.before / passage.start;
    const after = contextAfter === 0 ? 1 : occurrence.after / contextAfter;
    if (before === 1 && after === 1) return { ...place, before, after };
    const { place: found } = examine(passage, text, windowAt(passage, text, at - passage.start));
    // The edited context may fit a neighbouring occurrence better; then only what touches this one speaks for it.
    if (found === null || !touches(place, found)) return { ...place, before, after };
    return { ...place, before: Math.max(before, found.before), after: Math.max(after, found.after) };
  });
}
