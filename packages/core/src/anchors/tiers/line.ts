import type { Placement } from '../placement.ts';
import { toRawRange, type Search } from '../search.ts';
import { similarity } from '../similarity.ts';

/** The same row of a table with other columns, or the same heading with fewer words. */
export function byLine(search: Search): Placement | null {
  const place = search.edit?.followLine() ?? null;
  if (place === null) return null;
  const alike = similarity(search.passage.quote, search.text.text.slice(place.start, place.end));
  return {
    state: 'placed',
    ...toRawRange(search, place),
    confidence: Math.max(leastSure, alike),
    how: 'diff',
  };
}

/** The line is known by more than the words of the anchor. */
const leastSure = 0.8;
