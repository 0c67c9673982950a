/**
 * Edits as people and agents make them, each pure: a draft and a source of numbers in, a draft out, null where
 * the edit does not apply (no second section to move past). Knows text only, so rendered pages can use it too.
 */
import type { TextRange } from '@annotate-mcp/core';

import { move, splice, type Draft } from './draft.ts';
import type { Random } from './random.ts';
import { eachWord, rewrap, someWord, typos } from './rewording.ts';
import { blocksOf, cover, isProse, sectionsOf, touches, wordsIn } from './structure.ts';

export type Edit = (draft: Draft, random: Random) => Draft | null;

export const editElsewhere: Edit = (draft, random) => {
  let edited = draft;
  for (let count = 1 + random.below(6); count > 0; count--) {
    const block = random.pick(blocksOf(edited.text));
    if (edited.target && touches(block, edited.target)) continue;
    edited = random.pick([editWord, insertBlock, removeBlock])(edited, block, random);
  }
  return edited.text === draft.text ? null : edited;
};

export const typosInQuote: Edit = (draft, random) => {
  if (draft.target === null) return null;
  const count = 1 + Math.floor((draft.target.end - draft.target.start) / 50);
  return typos(draft, draft.target, count, random);
};

export const typosNearQuote: Edit = (draft, random) => {
  if (draft.target === null) return null;
  const { start, end } = draft.target;
  const after = typos(draft, { start: end, end: end + 60 }, 2, random);
  return typos(after ?? draft, { start: Math.max(0, start - 60), end: start }, 2, random) ?? after;
};

export const insertWords: Edit = (draft, random) =>
  eachWord(draft, random, 0.15, (edited, word) =>
    splice(edited, { start: word.end, end: word.end }, ` ${someWord(edited.text, random)}`),
  );

export const removeWords: Edit = (draft, random) =>
  eachWord(draft, random, 0.2, (edited, word) => {
    const space = edited.text.charAt(word.end) === ' ' ? 1 : 0;
    return splice(edited, { start: word.start, end: word.end + space }, '');
  });

export const replaceWords: Edit = (draft, random) =>
  eachWord(draft, random, 0.25, (edited, word) => splice(edited, word, someWord(edited.text, random)));

export const moveParagraphNear: Edit = (draft, random) => moveBlocks(draft, 1 + random.below(3), random);

export const moveParagraphFar: Edit = (draft, random) =>
  moveBlocks(draft, 4 + random.below(Math.max(1, blocksOf(draft.text).length - 4)), random);

export const moveSection: Edit = (draft, random) => {
  const sections = sectionsOf(draft.text);
  const { target } = draft;
  const own =
    target && sections.find((section) => section.start <= target.start && target.end <= section.end);
  const others = sections.filter((section) => section !== own);
  if (!own || others.length < 2) return null;
  const to = random.pick(others).start;
  return to === own.end ? null : move(draft, own, to);
};

/** Deletes the quote; for more than a phrase sometimes the whole paragraph. */
export const deleteTarget: Edit = (draft, random) => {
  if (draft.target === null) return null;
  const range = random.chance(0.5) ? cover(blocksOf(draft.text), draft.target) : draft.target;
  return range && { text: splice(draft, range, '').text, target: null };
};

/** The copy is in another paragraph, so the context tells it from the original. */
export const duplicateElsewhere: Edit = (draft, random) => {
  const { text, target } = draft;
  if (target === null) return null;
  const place = otherBlock(draft, random);
  const own = random.chance(0.5) ? cover(blocksOf(text), target) : target;
  if (!place || !own) return null;
  return splice(
    draft,
    { start: place.start, end: place.start },
    `${text.slice(own.start, own.end).trim()}\n\n`,
  );
};

/** A copy with a word in eight changed. */
export const insertLookalike: Edit = (draft, random) => {
  if (draft.target === null) return null;
  const place = otherBlock(draft, random);
  const own = cover(blocksOf(draft.text), draft.target);
  if (!place || !own) return null;
  const copy: Draft = { text: draft.text.slice(own.start, own.end).trim(), target: null };
  const changed = wordsIn(copy.text, { start: 0, end: copy.text.length })
    .filter(() => random.chance(0.12))
    .reverse()
    .reduce((edited, word) => splice(edited, word, someWord(draft.text, random)), copy);
  return splice(draft, { start: place.start, end: place.start }, `${changed.text}\n\n`);
};

/** A space becomes a line break or the reverse, so nothing shifts. */
export const reflow: Edit = ({ text, target }, random) => {
  const width = random.pick([40, 60, 72, 100, 400]);
  const edited = blocksOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .map((block) => (isProse(block) ? rewrap(block, width) : block))
    .join('');
  return edited.length === text.length && edited !== text ? { text: edited, target } : null;
};

export const toCrlf: Edit = (draft) => {
  if (draft.text.includes('\r') || !draft.text.includes('\n')) return null;
  const added = (offset: number) => draft.text.slice(0, offset).split('\n').length - 1;
  const { target } = draft;
  return {
    text: draft.text.replaceAll('\n', '\r\n'),
    target: target && { start: target.start + added(target.start), end: target.end + added(target.end) },
  };
};

/** Changes every other paragraph, deletes and adds some, and puts typing errors into the target. */
export const rewriteDocument: Edit = (draft, random) => {
  let edited = draft;
  for (const block of blocksOf(draft.text).reverse()) {
    const isOwn = draft.target !== null && touches(block, draft.target);
    const dice = random.below(100);
    if (dice < 10 && !isOwn) edited = removeBlock(edited, block);
    else if (dice < 20 && !isOwn) edited = insertBlock(edited, block, random);
    else if (dice < 60 && !isOwn) edited = editWord(editWord(edited, block, random), block, random);
  }
  return random.chance(0.5) ? (typosInQuote(edited, random) ?? edited) : edited;
};

function editWord(draft: Draft, block: TextRange, random: Random): Draft {
  const words = wordsIn(draft.text, block);
  if (words.length === 0) return draft;
  const word = random.pick(words);
  if (draft.target && touches(word, draft.target)) return draft;
  return splice(draft, word, random.chance(0.3) ? '' : someWord(draft.text, random));
}

function insertBlock(draft: Draft, block: TextRange, random: Random): Draft {
  const words = Array.from({ length: 5 + random.below(40) }, () => someWord(draft.text, random));
  return splice(draft, { start: block.start, end: block.start }, `${words.join(' ')}.\n\n`);
}

function removeBlock(draft: Draft, block: TextRange): Draft {
  return splice(draft, block, '');
}

function moveBlocks(draft: Draft, by: number, random: Random): Draft | null {
  if (draft.target === null) return null;
  const blocks = blocksOf(draft.text);
  const own = cover(blocks, draft.target);
  if (own === null) return null;
  const before = blocks.filter((block) => block.end <= own.start).reverse();
  const after = blocks.filter((block) => block.start >= own.end);
  const to = random.chance(0.5) ? before[by - 1]?.start : after[by]?.start;
  return to === undefined ? null : move(draft, own, to);
}

function otherBlock({ text, target }: Draft, random: Random): TextRange | null {
  const own = target && cover(blocksOf(text), target);
  const others = blocksOf(text).filter((block) => own === null || !touches(block, own));
  return others.length === 0 ? null : random.pick(others);
}
