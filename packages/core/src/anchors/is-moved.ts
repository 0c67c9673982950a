/** Tells the anchor's passage at another place from a passage that only resembles it. */
import { describeAnchor } from './anchor.ts';
import { trimSpaces, type ComparableText } from './comparable.ts';
import { passageOf, type Passage } from './evidence.ts';
import type { TextRange } from './placement.ts';
import { similarity } from './similarity.ts';

/**
 * People move whole sentences, lines and paragraphs. So a passage has moved to a place when a long quote or the
 * sentence around the quote is there to the letter, or when the line or the paragraph around it is there with few
 * changes. A text of the same kind, such as the next entry of a list or a paragraph that was written again, shares
 * words with the passage but has neither.
 */
export function isMoved(passage: Passage, text: ComparableText, place: TextRange): boolean {
  const { start, end } = trimSpaces(text.text, place);
  if (start === end) return false;
  if (isLongCopy(passage, text.text, start) || hasSentence(passage, text.text, start)) return true;
  const there = passageOf(describeAnchor(text.raw, text.toRaw(start), text.toRaw(end)));
  return (
    isAlike(textOf(passage, 'line'), textOf(there, 'line')) ||
    isAlike(textOf(passage, 'paragraph'), textOf(there, 'paragraph'))
  );
}

function isLongCopy({ quote }: Passage, text: string, start: number): boolean {
  return quote.length >= longQuote && text.startsWith(quote, start);
}

function hasSentence(passage: Passage, text: string, start: number): boolean {
  const sentence = textOf(passage, 'sentence');
  const lead = passage.start - passage.units.sentence.start;
  return sentence.length >= shortestSentence && text.startsWith(sentence, start - lead);
}

function isAlike(before: string, now: string): boolean {
  return similarity(before, now) >= (before.length < shortUnit ? mostOfShort : mostOfLong);
}

function textOf({ text, units }: Passage, unit: keyof Passage['units']): string {
  return text.slice(units[unit].start, units[unit].end);
}

// Set on the tuning part of bench/anchors. In characters; shorter texts recur by chance.
const longQuote = 60;
const shortestSentence = 20;
const shortUnit = 60;
const mostOfShort = 0.8;
const mostOfLong = 0.75;
