/** Finds what changed beside the target: its parent, its siblings, and what the same component has written. Pure. */
import type { InsideTarget, LayoutComparison } from './causes.ts';
import { isOwnChange } from './compare-layouts.ts';
import { describeElement } from './describe-target.ts';
import { nameWhole, type PageLayout } from './page-layout.ts';
import type { ProofChange } from './proof.ts';

export interface NearChanges {
  readonly changes: readonly ProofChange[];
  /** Indices of the elements that they are of, in each layout. */
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

export function findNear(comparison: LayoutComparison, inside: InsideTarget): NearChanges {
  const { before, after, difference } = comparison;
  const near = { before: nearIn(before, inside.before), after: nearIn(after, inside.after) };
  const changed = [...difference.elements.values()].filter(
    (each) => isOwnChange(each) && (near.after.has(each.after) || near.before.has(each.before)),
  );
  const [items, itemsBefore] = [itemsIn(after, inside.after), itemsIn(before, inside.before)];
  const added = difference.added.filter((index) => near.after.has(index) || items.has(index));
  const removed = difference.removed.filter((index) => near.before.has(index) || itemsBefore.has(index));
  return {
    changes: [
      ...added.map((index) => ({ what: 'added' as const, on: nameWhole(after, index) })),
      ...removed.map((index) => ({ what: 'removed' as const, on: nameWhole(before, index) })),
      ...changed.flatMap((each) => describeElement(comparison, each)),
    ],
    before: new Set(removed),
    after: new Set([...added, ...changed.map((each) => each.after)]),
  };
}

/** Indices of the parent, the siblings and what the same component has written, outside the target. */
function nearIn({ elements }: PageLayout, inside: ReadonlySet<number>): Set<number> {
  const parent = parentOf({ elements }, indexOfTarget({ elements }));
  return new Set(
    elements.flatMap((element, index) => {
      if (inside.has(index) || isPage(element.tag)) return [];
      const isNear = index === parent || (parent !== -1 && element.parent === parent);
      return isNear || element.component !== undefined ? [index] : [];
    }),
  );
}

/** Indices of the items beside the one that the target is in. */
function itemsIn({ elements }: PageLayout, inside: ReadonlySet<number>): Set<number> {
  let item = indexOfTarget({ elements });
  while (item !== -1 && elements[item]?.component !== 'root' && !itemTags.test(elements[item]?.tag ?? ''))
    item = parentOf({ elements }, item);
  const parent = parentOf({ elements }, item);
  if (parent === -1) return new Set();
  return new Set(
    elements.flatMap((element, index) => (element.parent === parent && !inside.has(index) ? [index] : [])),
  );
}

const itemTags = /^(?:li|tr|article|option|dt|dd|figure)$/;

function isPage(tag: string): boolean {
  return tag === 'html' || tag === 'body';
}

type Elements = Pick<PageLayout, 'elements'>;

function indexOfTarget({ elements }: Elements): number {
  return elements.findIndex(({ role }) => role === 'target');
}

function parentOf({ elements }: Elements, index: number): number {
  return elements[index]?.parent ?? -1;
}
