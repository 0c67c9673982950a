/** Changes wording and line breaks, the small steps of which edits are made. */
import type { TextRange } from '@annotate-mcp/core';

import { splice, type Draft } from './draft.ts';
import type { Random } from './random.ts';
import { wordsIn } from './structure.ts';

/** A word of the text itself, so that what is inserted looks like what is there. */
export function someWord(text: string, random: Random): string {
  for (;;) {
    const at = random.below(text.length);
    const word = /[\p{L}\p{N}_]{2,}/u.exec(text.slice(at, at + 200))?.[0];
    if (word !== undefined) return word;
  }
}

export function typos(draft: Draft, range: TextRange, count: number, random: Random): Draft | null {
  const words = wordsIn(draft.text, range).filter((word) => word.end - word.start >= 4);
  if (words.length === 0) return null;
  const places = Array.from({ length: count }, () => random.pick(words)).sort((a, b) => b.start - a.start);
  return [...new Set(places)].reduce((edited, word) => misspell(edited, word, random), draft);
}

/** Swaps, drops, doubles or exchanges a letter inside a word, never at its ends. */
function misspell(draft: Draft, word: TextRange, random: Random): Draft {
  const at = word.start + 1 + random.below(word.end - word.start - 2);
  const [first, second] = [draft.text.charAt(at), draft.text.charAt(at + 1)];
  const change = random.pick([second + first, first, first + first + second, `x${second}`]);
  return splice(draft, { start: at, end: at + 2 }, change);
}

/** Changes a share of the quote's words, from the last to the first so that earlier places stay right. */
export function eachWord(
  draft: Draft,
  random: Random,
  share: number,
  change: (draft: Draft, word: TextRange) => Draft,
): Draft | null {
  if (draft.target === null) return null;
  const words = wordsIn(draft.text, draft.target);
  if (words.length < 4) return null;
  const chosen = words.filter(() => random.chance(share));
  const mostChanged = Math.max(1, Math.floor(words.length / 3));
  const inOrder = chosen.length > 0 ? chosen.slice(0, mostChanged) : [random.pick(words)];
  return inOrder.reverse().reduce(change, draft);
}

export function rewrap(block: string, width: number): string {
  const body = block.trimEnd();
  const characters = [...body.replaceAll('\n', ' ').split('')];
  let lineStart = 0;
  let space: number | null = null;
  characters.forEach((character, at) => {
    if (character !== ' ') return;
    if (space !== null && at - lineStart > width) {
      characters[space] = '\n';
      lineStart = space + 1;
    }
    space = at;
  });
  return characters.join('') + block.slice(body.length);
}
