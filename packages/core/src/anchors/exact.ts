import { type Evidence, examine, type Passage } from './evidence.ts';
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

/** An occurrence of the quote, and how many characters next to it are the anchor's own. */
interface Occurrence {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

// Only the best few are compared word by word; a quote like "the" occurs thousands of times.
const most = 8;

/** Those whose immediate surroundings agree longest; of equals the nearest to `expected`. */
function occurrencesOf(passage: Passage, text: string, expected: number): Occurrence[] {
  const { quote } = passage;
  if (quote === '') return [];
  const best: Occurrence[] = [];
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const found = { at, before: agreeingBefore(passage, text, at), after: agreeingAfter(passage, text, at) };
    const last = best[most - 1];
    if (last !== undefined && compare(last, found, expected) <= 0) continue;
    best.push(found);
    best.sort((left, right) => compare(left, right, expected));
    best.length = Math.min(best.length, most);
  }
  return best;
}

function compare(left: Occurrence, right: Occurrence, expected: number): number {
  const agreement = right.before + right.after - left.before - left.after;
  return agreement || Math.abs(left.at - expected) - Math.abs(right.at - expected);
}

function agreeingBefore(passage: Passage, text: string, at: number): number {
  let count = 0;
  while (count < passage.start && text[at - count - 1] === passage.text[passage.start - count - 1]) count++;
  return count;
}

function agreeingAfter(passage: Passage, text: string, at: number): number {
  const end = at + passage.quote.length;
  const length = passage.text.length - passage.end;
  let count = 0;
  while (count < length && text[end + count] === passage.text[passage.end + count]) count++;
  return count;
}
