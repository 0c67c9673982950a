/** Decides whether the evidence for a place is enough. A wrong place costs the reader more than an honest "stale". */
import type { Evidence } from './evidence.ts';
import { isMoved } from './is-moved.ts';
import { touches, type PlacedBy, type Placement, type PlacementCandidate } from './placement.ts';
import { toRawRange, type Search } from './search.ts';

/** Null when no place has enough for it. */
export function decidePlacement(search: Search, found: readonly Evidence[]): Placement | null {
  const enough = found.filter((evidence) => isEnough(search, evidence));
  const accepted = distinct(search, enough);
  const [best] = accepted;
  if (best === undefined) return null;
  const rivals = accepted.filter((candidate) => !isClearlyBehind(candidate, best));
  const chosen = rivals.length === 1 ? best : findLeastMoved(search, rivals);
  if (chosen === null) return { state: 'ambiguous', candidates: rivals.map(toPlacementCandidate) };
  return { state: 'placed', ...toPlacementCandidate(chosen), how: chosen.how };
}

/** Edits shift a place by little: of equals, the one that has hardly moved while the others are far off. */
function findLeastMoved({ anchor }: Search, rivals: readonly Candidate[]): Candidate | null {
  const distance = (candidate: Candidate) => Math.abs(candidate.start - anchor.start);
  const [nearest, next] = rivals.toSorted((left, right) => distance(left) - distance(right));
  if (nearest === undefined || next === undefined) return null;
  return distance(next) > 8 * distance(nearest) + 100 ? nearest : null;
}

/** Exact copies without the context to tell whether the anchor's text moved there or was always a second one. */
export function listExactCopies(search: Search, found: readonly Evidence[]): Placement | null {
  if (search.edit !== null || search.passage.quote.length < telling) return null;
  const candidates = distinct(search, found).map(toPlacementCandidate);
  return candidates.length === 0 ? null : { state: 'ambiguous', candidates };
}

// Shorter quotes recur by chance; every "for example" of a text is no useful suggestion.
const telling = 30;

interface Candidate extends PlacementCandidate {
  readonly how: PlacedBy;
}

function toPlacementCandidate({ start, end, confidence }: Candidate): PlacementCandidate {
  return { start, end, confidence };
}

/** Best first; of places that overlap only the best. */
function distinct(search: Search, found: readonly Evidence[]): Candidate[] {
  const ranked = found
    .map((evidence): Candidate => {
      const confidence = evidence.similarity * (0.6 + 0.4 * contextAgreement(search, evidence));
      return {
        ...toRawRange(search, evidence),
        confidence,
        how: evidence.similarity === 1 ? 'quote' : 'fuzzy',
      };
    })
    .sort((left, right) => right.confidence - left.confidence);
  return ranked.filter(
    (candidate, rank) => !ranked.slice(0, rank).some((better) => touches(better, candidate)),
  );
}

/** A perfect place beats a nearly perfect one; between two poor ones the same difference says little. */
function isClearlyBehind(candidate: Candidate, best: Candidate): boolean {
  return 1 - candidate.confidence > 2 * (1 - best.confidence) + 0.02;
}

/** How much context a place must share with the anchor, by how telling the quote is by itself. */
function isEnough(search: Search, evidence: Evidence): boolean {
  const agreement = contextAgreement(search, evidence);
  const { length } = search.passage.quote;
  // New text that resembles the anchor's need not be the anchor's: either its neighbours or all of it came along.
  if (search.edit !== null)
    return agreement >= neighboursAgree || isMoved(search.passage, search.text, evidence);
  return demandsAnywhere.some(
    (demand) =>
      length >= demand.length && evidence.similarity >= demand.similarity && agreement >= demand.agreement,
  );
}

const neighboursAgree = 0.75;

interface Demand {
  readonly length: number;
  readonly similarity: number;
  readonly agreement: number;
}

// Set on the tuning part of bench/anchors; one row that is met is enough.
const demandsAnywhere: readonly Demand[] = [
  { length: 60, similarity: 1, agreement: 0.2 },
  { length: 30, similarity: 1, agreement: 0.3 },
  { length: 12, similarity: 1, agreement: 0.4 },
  { length: 0, similarity: 1, agreement: 0.5 },
  { length: 12, similarity: 0.75, agreement: 0.4 },
  { length: 0, similarity: 0.5, agreement: 0.6 },
];

/** Mean of both sides, each counted by how much context the anchor has there. */
export function contextAgreement({ passage, near }: Search, evidence: Evidence): number {
  const before = passage.start;
  const after = passage.text.length - passage.end;
  const both = before + after;
  const context = both === 0 ? 1 : (evidence.before * before + evidence.after * after) / both;
  return near !== null && touches(near, evidence) ? Math.min(1, context + nearBonus) : context;
}

const nearBonus = 0.3;
