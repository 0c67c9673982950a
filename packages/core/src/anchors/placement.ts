/** UTF-16 offsets, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function shift<T extends TextRange>(range: T, by: number): T {
  return { ...range, start: range.start + by, end: range.end + by };
}

export function touches(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}

export type PlacedBy = 'offset' | 'diff' | 'quote' | 'fuzzy' | 'reworded';

export interface PlacementCandidate extends TextRange {
  /** 0..1. Comparable between placements of one document; not a probability. */
  readonly confidence: number;
}

/** Where an anchor lies in a text now. Offsets are into the raw text, on grapheme boundaries. */
export type Placement =
  | ({ readonly state: 'placed'; readonly how: PlacedBy } & PlacementCandidate)
  | { readonly state: 'ambiguous'; readonly candidates: readonly PlacementCandidate[] }
  | { readonly state: 'stale' };
