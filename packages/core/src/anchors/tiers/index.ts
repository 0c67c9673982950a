import type { Tier } from '../search.ts';

import { byDiff } from './diff.ts';
import { byFuzzyQuote } from './fuzzy.ts';
import { byLine } from './line.ts';
import { byNeighbours } from './neighbours.ts';
import { byOffset } from './offset.ts';
import { byQuote } from './quote.ts';

/** In the order of asking; the first answer counts. */
export const tiers: readonly Tier[] = [byOffset, byLine, byDiff, byQuote, byFuzzyQuote, byNeighbours];
