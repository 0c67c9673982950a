import type { Placement, TextRange } from '@annotate-mcp/core';

import type { AnchorCase } from './cases.ts';

/** Offered: ambiguous, with the right place among the candidates. It counts for neither recall nor precision. */
export type Outcome = 'right' | 'wrong' | 'offered' | 'ambiguous' | 'stale';

/** Right: at least half of what either range covers is covered by both (intersection over union). */
export const rightOverlap = 0.5;

export function outcomeOf({ expected }: AnchorCase, placement: Placement): Outcome {
  const isRight = (place: TextRange) => expected !== null && overlapShare(expected, place) >= rightOverlap;
  switch (placement.state) {
    case 'placed':
      return isRight(placement) ? 'right' : 'wrong';
    case 'ambiguous':
      return placement.candidates.some(isRight) ? 'offered' : 'ambiguous';
    case 'stale':
      return 'stale';
  }
}

export function overlapShare(left: TextRange, right: TextRange): number {
  const common = Math.min(left.end, right.end) - Math.max(left.start, right.start);
  const all = Math.max(left.end, right.end) - Math.min(left.start, right.start);
  return all === 0 ? 1 : Math.max(0, common) / all;
}

export interface Accuracy {
  readonly cases: number;
  readonly deleted: number;
  /** Right of those whose target is still there. */
  readonly recall: number;
  /** Right of those that were placed. */
  readonly precision: number;
  /** Placed on a wrong spot, of all; a deleted target that was placed is wrong. */
  readonly wrong: number;
  readonly offered: number;
  readonly ambiguous: number;
  readonly stale: number;
}

export interface Scored {
  readonly kind: string;
  readonly isDeleted: boolean;
  readonly outcome: Outcome;
  /** CPU microseconds. */
  readonly cpu: number;
}

export function accuracyOf(scored: readonly Scored[]): Accuracy {
  const count = (outcome: Outcome) => scored.filter((one) => one.outcome === outcome).length;
  const deleted = scored.filter(({ isDeleted }) => isDeleted).length;
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  return {
    cases: scored.length,
    deleted,
    recall: share(count('right'), scored.length - deleted),
    precision: share(count('right'), count('right') + count('wrong')),
    wrong: share(count('wrong'), scored.length),
    offered: share(count('offered'), scored.length),
    ambiguous: share(count('ambiguous'), scored.length),
    stale: share(count('stale'), scored.length),
  };
}
