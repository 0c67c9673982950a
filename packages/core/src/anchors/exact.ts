import { examine, type Evidence, type Passage } from './evidence.ts';
import { occurrencesOf } from './occurrences.ts';
import { touches } from './placement.ts';
import { windowAt } from './windows.ts';

/** The places where the quote stands as it was, and how much of its context stands around each. */
export function exactPlacesOf(passage: Passage, text: string, expected: number): Evidence[] {
  return occurrencesOf(passage, text, expected).map((at) => {
    const place = { start: at, end: at + passage.quote.length, similarity: 1 };
    const { place: found } = examine(passage, text, windowAt(passage, text, at - passage.start));
    // The context may fit a neighbouring occurrence better; then it does not speak for this one.
    if (found === null || !touches(place, found)) return { ...place, before: 0, after: 0 };
    return { ...place, before: found.before, after: found.after };
  });
}
