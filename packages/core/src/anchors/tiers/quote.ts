import { contextAgreement, decidePlacement } from '../decide-placement.ts';
import type { Placement } from '../placement.ts';
import { canBeElsewhere, type Search } from '../search.ts';

/**
 * The quote as it was, whitespace aside, in its context. A copy elsewhere can be exact while the original
 * has a typo, so a place with less than most of its context is left to be weighed against edited ones.
 */
export function byQuote(search: Search): Placement | null {
  if (!canBeElsewhere(search)) return null;
  return decidePlacement(
    search,
    search.exactPlaces.filter((place) => contextAgreement(search, place) >= settled),
  );
}

const settled = 0.8;
