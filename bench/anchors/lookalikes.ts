/**
 * Edits that delete the target and insert a text elsewhere that resembles it, and moves of a part of a paragraph. The
 * first must not be followed, the second must be.
 */
import type { TextRange } from '@annotate-mcp/core';

import { move, splice, type Draft } from './draft.ts';
import type { Edit } from './edits.ts';
import type { Random } from './random.ts';
import { someWord } from './rewording.ts';
import { blocksOf, cover, isProse, touches, wordsIn } from './structure.ts';

/** About 30 to 60 % of the words are others. */
export const replaceBySimilarNear: Edit = (draft, random) =>
  replaceElsewhere(draft, nearBlock, changeSomeWords, random);

export const replaceBySimilarFar: Edit = (draft, random) =>
  replaceElsewhere(draft, farBlock, changeSomeWords, random);

/** The next entry of a list or a changelog: the short words and the marks stay, the names and numbers do not. */
export const replaceBySameFrame: Edit = (draft, random) =>
  replaceElsewhere(draft, anyBlock, changeTellingWords, random);

/** The same words in another order, so each of them is found again. */
export const replaceBySameWords: Edit = (draft, random) =>
  replaceElsewhere(draft, anyBlock, shuffleWords, random);

/** The paragraph is deleted, and its quoted words are used in a new one. */
export const useWordsElsewhere: Edit = (draft, random) => {
  const { text, target } = draft;
  if (target === null || target.end - target.start > longestUsed || isSentence(text, target)) return null;
  const quote = text.slice(target.start, target.end);
  const others = (count: number) => Array.from({ length: count }, () => someWord(text, random));
  const words = [...others(3 + random.below(10)), quote, ...others(3 + random.below(10))];
  return replaceElsewhere(draft, anyBlock, () => `${words.join(' ')}.`, random);
};

const longestUsed = 60;

/** Cuts a sentence out of its paragraph and pastes it at the end of another one. */
export const moveSentence: Edit = (draft, random) => {
  const { text, target } = draft;
  if (target === null || !isSentence(text, target)) return null;
  const others = blocksOf(text).filter((block) => !touches(block, target) && isProse(slice(text, block)));
  if (others.length === 0) return null;
  const block = random.pick(others);
  const pasted = move(draft, target, block.start + slice(text, block).trimEnd().length);
  const at = pasted.target?.start ?? 0;
  return splice(pasted, { start: at, end: at }, ' ');
};

function isSentence(text: string, { start, end }: TextRange): boolean {
  return (
    /(?:^|[.!?]\s+|\n\s*)$/.test(text.slice(Math.max(0, start - 10), start)) &&
    /[.!?]$/.test(text.slice(start, end))
  );
}

type ChoosePlace = (blocks: readonly TextRange[], own: TextRange, random: Random) => TextRange | null;
type Reword = (passage: string, text: string, random: Random) => string;

/** Deletes the paragraphs of the target, or a longer target alone, and inserts the reworded text as a paragraph. */
function replaceElsewhere(
  draft: Draft,
  choosePlace: ChoosePlace,
  reword: Reword,
  random: Random,
): Draft | null {
  const { text, target } = draft;
  const blocks = blocksOf(text);
  const own = target && cover(blocks, target);
  const place = own && choosePlace(blocks, own, random);
  if (!target || !own || !place) return null;
  const isWhole = wordsIn(text, target).length < 4 || random.chance(0.6);
  const range = isWhole ? own : target;
  const passage = slice(text, range).trim();
  const similar = reword(passage, text, random);
  if (similar === passage) return null;
  const inserted = splice(
    { text, target: range },
    { start: place.start, end: place.start },
    `${similar}\n\n`,
  );
  return inserted.target && { text: splice(inserted, inserted.target, '').text, target: null };
}

/** Past one to three other paragraphs. Right at the old place it would be an edit of the target. */
const nearBlock: ChoosePlace = (blocks, own, random) => {
  const before = blocks.filter(({ end }) => end <= own.start).reverse();
  const after = blocks.filter(({ start }) => start >= own.end).slice(1);
  return (random.chance(0.5) ? before : after)[random.below(3)] ?? null;
};

const farBlock: ChoosePlace = (blocks, own, random) => {
  const others = [
    ...blocks.filter(({ end }) => end <= own.start).slice(0, -3),
    ...blocks.filter(({ start }) => start >= own.end).slice(4),
  ];
  return others.length === 0 ? null : random.pick(others);
};

const anyBlock: ChoosePlace = (blocks, own, random) =>
  (random.chance(0.5) ? nearBlock : farBlock)(blocks, own, random);

const changeSomeWords: Reword = (passage, text, random) => {
  const share = random.pick([0.3, 0.4, 0.5, 0.6]);
  return changeWords(passage, () => random.chance(share), text, random);
};

const changeTellingWords: Reword = (passage, text, random) =>
  changeWords(passage, (word) => word.length > 4 || /\d/.test(word), text, random);

const shuffleWords: Reword = (passage, _, random) => {
  const words = passage.split(/\s+/);
  if (words.length < 3) return passage;
  return words
    .map((word) => ({ word, at: random.below(1_000_000) }))
    .sort((left, right) => left.at - right.at)
    .map(({ word }) => word)
    .join(' ');
};

function changeWords(
  passage: string,
  isChanged: (word: string) => boolean,
  text: string,
  random: Random,
): string {
  return wordsIn(passage, { start: 0, end: passage.length })
    .filter((word) => isChanged(slice(passage, word)))
    .reverse()
    .reduce<Draft>((draft, word) => splice(draft, word, someWord(text, random)), {
      text: passage,
      target: null,
    }).text;
}

function slice(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}
