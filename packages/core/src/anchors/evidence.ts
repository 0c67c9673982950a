/** Finds places that may be the anchor's and says what speaks for each. Whether that is enough is decide-placement.ts. */
import type { TextAnchor } from './anchor.ts';
import { comparable, trimSpaces, type ComparableText } from './comparable.ts';
import { shift, touches, type TextRange } from './placement.ts';
import { mostAlike, recognizable, similarity, type Resemblance } from './similarity.ts';
import { alignWords } from './words.ts';

/** Quote and context in one comparable text, and where in it the quote lies (without outer whitespace). */
export interface Passage extends TextRange {
  readonly text: string;
  readonly quote: string;
  /** What people move as a whole: the sentences, lines and paragraphs of the quote, as far as the context reaches. */
  readonly units: Readonly<Record<'sentence' | 'line' | 'paragraph', TextRange>>;
}

export interface Evidence extends TextRange {
  /** How much of the quote is there, 0..1. */
  readonly similarity: number;
  /** How much of the text around it is there, 0..1. */
  readonly before: number;
  readonly after: number;
}

export function passageOf(anchor: TextAnchor): Passage {
  const { quote, contextBefore, contextAfter } = anchor;
  const whole = comparable(contextBefore + quote + contextAfter);
  const { start, end } = trimSpaces(whole.text, {
    start: whole.fromRaw(contextBefore.length),
    end: whole.fromRaw(contextBefore.length + quote.length),
  });
  const units = {
    sentence: unitOf(anchor, whole, /(?<=[.!?:;])\s|\n/g),
    line: unitOf(anchor, whole, /\n/g),
    paragraph: unitOf(anchor, whole, /\n[^\S\n]*\n/g),
  };
  return { text: whole.text, quote: whole.text.slice(start, end), units, start, end };
}

/** From the last boundary before the quote to the first one after it. */
function unitOf(
  { quote, contextBefore, contextAfter }: TextAnchor,
  whole: ComparableText,
  boundary: RegExp,
): TextRange {
  const before = [...contextBefore.matchAll(boundary)].at(-1);
  const start = before === undefined ? 0 : before.index + before[0].length;
  // Beginning with the last character of the quote, which may be the full stop of its sentence.
  const rest = quote.slice(-1) + contextAfter;
  const after = rest.search(boundary);
  const end = whole.raw.length - (after === -1 ? 0 : rest.length - after);
  return trimSpaces(whole.text, { start: whole.fromRaw(start), end: whole.fromRaw(end) });
}

export interface Finding {
  readonly place: Evidence | null;
  /** How much of the context is left on both sides of a spot the quote is gone from; 0 without such a spot. */
  readonly vacated: number;
}

/** Compares the passage with the window where it is thought to lie. */
export function examine(passage: Passage, text: string, window: TextRange): Finding {
  const part = text.slice(window.start, window.end);
  const followed = alignWords(passage.text, part).follow(passage);
  const place = followed && refine(part, passage.quote, followed);
  if (followed && place && place.similarity >= recognizable) {
    const { before, after } = followed;
    return { place: { ...shift(place, window.start), before, after }, vacated: 0 };
  }
  // A paragraph moved past its neighbour: order holds for the context or for the quote, not for both.
  const alone = mostAlike(part, passage.quote, { start: 0, end: 0 });
  return {
    place: alone && { ...shift(alone, window.start), before: 0, after: 0 },
    vacated: followed === null ? 0 : Math.min(followed.before, followed.after),
  };
}

// From here on the words' own ends are better than those of the cheapest edit, which drops a replaced outer word.
const trusted = 0.8;

/** Words say which place; characters say how alike it is, and where it ends when the words there were changed. */
export function refine(text: string, quote: string, place: TextRange): Resemblance | null {
  if (place.start === place.end) return null;
  const { start, end } = place;
  const asFollowed = { start, end, similarity: similarity(quote, text.slice(start, end)) };
  if (asFollowed.similarity >= trusted) return asFollowed;
  const slack = Math.min(quote.length, 200);
  const from = Math.max(0, start - slack);
  const found = mostAlike(text.slice(from, end + slack), quote, shift({ start, end }, -from));
  const closer = found && shift(found, from);
  if (closer && closer.similarity > asFollowed.similarity && touches(closer, place)) return closer;
  return asFollowed.similarity > 0 ? asFollowed : null;
}
