import type { PageLayout } from './page-layout.ts';
import type { ElementPairs } from './pair-elements.ts';

/** Indices after of the elements that stand elsewhere among their siblings than before, or have another parent. */
export function findReordered(before: PageLayout, after: PageLayout, pairs: ElementPairs): Set<number> {
  const reordered = new Set<number>();
  const families = new Map<number, number[]>();
  after.elements.forEach(({ parent }, index) => {
    const old = before.elements[pairs.before[index] ?? -1];
    if (old === undefined || parent === -1) return;
    if (pairs.after[old.parent] !== parent) reordered.add(index);
    else families.set(parent, [...(families.get(parent) ?? []), index]);
  });
  for (const family of families.values()) {
    for (const index of movedIn(family, (each) => pairs.before[each] ?? -1, after)) reordered.add(index);
  }
  return reordered;
}

/** The fewest elements whose move explains the new order; of two that changed places, the one with the target. */
function movedIn(
  family: readonly number[],
  placeBefore: (index: number) => number,
  after: PageLayout,
): number[] {
  if (isSorted(family.map(placeBefore))) return [];
  const target = family.find((index) => after.elements[index]?.role !== undefined);
  const others = family.filter((index) => index !== target);
  if (target !== undefined && isSorted(others.map(placeBefore))) return [target];
  const kept = new Set(longestSorted(family, placeBefore));
  return family.filter((index) => !kept.has(index));
}

function isSorted(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || (places[at - 1] ?? -1) < place);
}

/** Quadratic, as lists that were reordered are short. */
function longestSorted(family: readonly number[], placeBefore: (index: number) => number): number[] {
  const best: number[][] = [];
  family.slice(0, 500).forEach((index, at) => {
    let longest: number[] = [];
    for (let earlier = 0; earlier < at; earlier++) {
      const chain = best[earlier] ?? [];
      const end = chain.at(-1);
      const fits = end !== undefined && placeBefore(end) < placeBefore(index);
      if (fits && chain.length > longest.length) longest = chain;
    }
    best.push([...longest, index]);
  });
  return best.reduce((one, other) => (other.length > one.length ? other : one), []);
}
