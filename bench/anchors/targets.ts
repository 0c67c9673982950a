import type { TextRange } from '@annotate-mcp/core';

import type { Random } from './random.ts';
import { blocksOf, wordsIn } from './structure.ts';

/** What people select, from a word to three paragraphs. */
export const targetKinds = [
  'word',
  'few words',
  'phrase',
  'sentence',
  'paragraph',
  'three paragraphs',
] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Null when the text has no such target at the chosen offset. */
export function chooseTarget(text: string, kind: TargetKind, random: Random): TextRange | null {
  const blocks = blocksOf(text).filter(({ start, end }) => threeWords.test(text.slice(start, end)));
  if (blocks.length < 4) return null;
  const index = random.below(blocks.length - 2);
  const block = trimmed(text, blocks[index]);
  switch (kind) {
    case 'word':
      return someWords(text, block, 1, random);
    case 'few words':
      return someWords(text, block, 2 + random.below(3), random);
    case 'phrase':
      return someWords(text, block, 5 + random.below(8), random);
    case 'sentence':
      return someSentence(text, block, random);
    case 'paragraph':
      return block;
    case 'three paragraphs':
      return { start: block.start, end: trimmed(text, blocks[index + 2]).end };
  }
}

const threeWords = /\w+\W+\w+\W+\w/;

/** A word or two that stand in the text at least three times. */
export function chooseRepeated(text: string, random: Random): TextRange | null {
  for (let attempt = 0; attempt < 40; attempt++) {
    const target = chooseTarget(text, random.chance(0.6) ? 'word' : 'few words', random);
    if (target === null) return null;
    if (text.split(text.slice(target.start, target.end)).length > 3) return target;
  }
  return null;
}

function someWords(text: string, block: TextRange, count: number, random: Random): TextRange | null {
  const words = wordsIn(text, block);
  if (words.length < count) return null;
  const first = random.below(words.length - count + 1);
  const start = words[first]?.start ?? 0;
  return { start, end: words[first + count - 1]?.end ?? start };
}

function someSentence(text: string, block: TextRange, random: Random): TextRange | null {
  const sentences = [...text.slice(block.start, block.end).matchAll(/[^\s][^.!?]{20,}?[.!?](?=\s|$)/g)];
  if (sentences.length === 0) return null;
  const { 0: sentence, index } = random.pick(sentences);
  return { start: block.start + index, end: block.start + index + sentence.length };
}

function trimmed(text: string, range: TextRange | undefined): TextRange {
  const { start, end } = range ?? { start: 0, end: 0 };
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
