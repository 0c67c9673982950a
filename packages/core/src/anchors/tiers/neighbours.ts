import type { Replaced } from '../follow.ts';
import type { Placement, TextRange } from '../placement.ts';
import { shift } from '../placement.ts';
import { isNewText, toRawRange, type Search } from '../search.ts';
import { alignWords } from '../words.ts';

import { windowsFor } from './fuzzy.ts';

/** Other words in the place of the quote. Only asked for a text that was changed on purpose. */
export function byNeighbours(search: Search): Placement | null {
  if (!search.reworded || search.passage.quote === '') return null;
  const place = search.edit === null ? fromContext(search) : fromEdit(search, search.edit.replaced());
  if (place === null) return null;
  return { state: 'placed', ...toRawRange(search, place), confidence: 0, how: 'reworded' };
}

/** A whole page that is still loading also stands between the words of its frame. */
const longestReplaced = 2_000;

function fromEdit(search: Search, place: Replaced | null): TextRange | null {
  if (place === null || !isNewText(search, place)) return null;
  const before = place.old.end - place.old.start;
  const now = place.end - place.start;
  return before <= longestReplaced && now <= 3 * before + 200 ? place : null;
}

/** Without the text as it was, the stored context has to be there on both sides, up to the quote, and only once. */
function fromContext(search: Search): TextRange | null {
  const { passage, text } = search;
  const found = windowsFor(search).flatMap((window): TextRange[] => {
    const words = alignWords(passage.text, text.text.slice(window.start, window.end));
    const place = words.replaced(passage);
    const around = words.follow(passage);
    if (place === null || around === null || Math.min(around.before, around.after) < mostOfIt) return [];
    const isClose =
      passage.start - place.old.start <= nearby &&
      place.old.end - passage.end <= nearby &&
      place.end - place.start <= 3 * passage.quote.length + 200;
    return isClose ? [shift({ start: place.start, end: place.end }, window.start)] : [];
  });
  const [only] = found;
  return only !== undefined && found.every(({ start, end }) => start === only.start && end === only.end)
    ? only
    : null;
}

const mostOfIt = 0.6;
const nearby = 20;
