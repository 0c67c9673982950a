import type { FollowedByEdit } from '../alignment.ts';
import { refine } from '../evidence.ts';
import { isMoved } from '../is-moved.ts';
import type { Placement } from '../placement.ts';
import { isNewText, toRawRange, type Search } from '../search.ts';
import { recognizable, type Resemblance } from '../similarity.ts';

/** Where the edit between the last seen text and this one carried the anchor's text. */
export function byDiff(search: Search): Placement | null {
  const { edit, passage, text } = search;
  if (edit === null) return null;
  let best: Resemblance | null = null;
  for (const place of edit.follow()) {
    const found = refine(text.text, passage.quote, place);
    if (found === null || found.similarity <= (best?.similarity ?? 0)) continue;
    if (!hasItsNeighbours(place) && !isMoved(passage, text, found)) continue;
    if (place.kept < 1 && !isNewText(search, found)) continue;
    best = found;
    if (best.similarity === 1) break;
  }
  if (best === null || best.similarity < recognizable) return null;
  return { state: 'placed', ...toRawRange(search, best), confidence: best.similarity, how: 'diff' };
}

/** One side is enough between the lines that it stood between; elsewhere both sides must have come along. */
function hasItsNeighbours({ before, after, isElsewhere }: FollowedByEdit): boolean {
  return isElsewhere ? Math.min(before, after) >= 0.75 : Math.max(before, after) >= 0.5;
}
