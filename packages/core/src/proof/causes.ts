/** Finds why an element has another place or size although nothing about itself has changed. */
import { isOwnChange, type LayoutDifference } from './compare-layouts.ts';
import type { PageLayout } from './page-layout.ts';

export interface LayoutComparison {
  readonly before: PageLayout;
  readonly after: PageLayout;
  readonly difference: LayoutDifference;
}

/** Indices of the target and of everything inside it, in each layout. */
export interface InsideTarget {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Where a change is: in the target, in what is around the target, or elsewhere. */
type Cause = 'target' | 'around' | 'outside';

/** Says why the element with this index after has another place or size; `null` when no reason is found. */
export type FindCause = (index: number) => Cause | null;

interface NotedCauses {
  /** By index after: what changed in the element or somewhere inside it. */
  readonly within: ReadonlyMap<number, ReadonlySet<Cause>>;
  /** By index after: what was removed from the children of the element. */
  readonly removedFrom: ReadonlyMap<number, ReadonlySet<Cause>>;
  /** Elements that changed themselves, and so may move what is inside them. */
  readonly own: ReadonlySet<number>;
}

/** `isTargetChanged`: something about the target itself is different. */
export function causeFinder(
  comparison: LayoutComparison,
  inside: InsideTarget,
  isTargetChanged: boolean,
): FindCause {
  const { elements } = comparison.after;
  const { within, removedFrom, own } = noteCauses(comparison, inside, isTargetChanged);
  const children = Map.groupBy(elements.keys(), (index) => elements[index]?.parent ?? -1);
  return (index) => {
    for (let at = index; at >= 0; at = elements[at]?.parent ?? -1) {
      const parent = elements[at]?.parent ?? -1;
      const nearby = (children.get(parent) ?? []).filter((sibling) => sibling !== at || at === index);
      const found = new Set([
        ...(removedFrom.get(parent) ?? []),
        ...nearby.flatMap((sibling) => [...(within.get(sibling) ?? [])]),
      ]);
      if (own.has(parent)) found.add(comparison.difference.around.has(parent) ? 'around' : 'outside');
      const cause = (['around', 'target', 'outside'] as const).find((each) => found.has(each));
      if (cause !== undefined) return cause;
    }
    return null;
  };
}

function noteCauses(
  { before, after, difference }: LayoutComparison,
  inside: InsideTarget,
  isTargetChanged: boolean,
): NotedCauses {
  const within = new Map<number, Set<Cause>>();
  const removedFrom = new Map<number, Set<Cause>>();
  const own = new Set<number>();
  const note = (index: number, cause: Cause): void => {
    for (let at = index; at >= 0; at = after.elements[at]?.parent ?? -1)
      within.set(at, (within.get(at) ?? new Set()).add(cause));
  };
  for (const each of difference.elements.values()) {
    if (!isOwnChange(each)) continue;
    own.add(each.after);
    if (!inside.after.has(each.after) && !difference.around.has(each.after)) note(each.after, 'outside');
  }
  for (const index of difference.added) if (!inside.after.has(index)) note(index, 'outside');
  for (const index of difference.removed) {
    const parent = difference.pairs.after[before.elements[index]?.parent ?? -1] ?? -1;
    const cause = inside.before.has(index) ? 'target' : 'outside';
    removedFrom.set(parent, (removedFrom.get(parent) ?? new Set()).add(cause));
    note(parent, cause);
  }
  const target = after.elements.findIndex(({ role }) => role === 'target');
  if (isTargetChanged) note(target, 'target');
  return { within, removedFrom, own };
}
