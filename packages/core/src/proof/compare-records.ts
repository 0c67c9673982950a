/** Compares what a page showed before and after: a verdict, what changed at the target, and what else did. Pure. */
import type { InsideTarget, LayoutComparison } from './causes.ts';
import { compareLayouts } from './compare-layouts.ts';
import { describeTarget } from './compare-looks.ts';
import { describeOutside } from './describe-outside.ts';
import { insideOf, type PageLayout, type ProofRecord } from './page-layout.ts';
import type { Comparison, ProofChange } from './proof.ts';
import { targetGeometry } from './target-geometry.ts';

const mostChanges = 20;

export function compareRecords(before: ProofRecord, after: ProofRecord): Comparison {
  const layouts = { before: before.layout, after: after.layout };
  const difference = compareLayouts(before.layout, after.layout);
  const inside = { before: insideOf(before.layout), after: insideOf(after.layout) };
  const comparison = { ...layouts, difference };
  const described = describeTarget(comparison, inside, { before: before.look, after: after.look });
  const geometry = targetGeometry(comparison, inside, described.length > 0);
  const isGone = !hasTarget(after.layout);
  const changes: ProofChange[] = isGone ? [{ what: 'removed' }] : [...described, ...geometry];
  const outside = describeOutside(comparison, inside, changes.length > 0);
  const verdict = isGone
    ? 'gone'
    : changes.length > 0
      ? 'changed'
      : difference.isComparable && isSteady(comparison, inside)
        ? 'unchanged'
        : 'unclear';
  return {
    verdict,
    changes: changes.slice(0, mostChanges),
    ...(changes.length > mostChanges && { moreChanges: changes.length - mostChanges }),
    outside,
  };
}

/** `false` when something of the target was left out, because it was under the pointer or in an animation. */
function isSteady({ before, after, difference }: LayoutComparison, inside: InsideTarget): boolean {
  return [...inside.after].every((index) => {
    const [old, now] = [before.elements[difference.pairs.before[index] ?? -1], after.elements[index]];
    if (old?.unsteady === true || now?.unsteady === true) return false;
    return nameCount(old?.styles) === nameCount(now?.styles);
  });
}

function nameCount(styles: Record<string, string> = {}): number {
  return Object.keys(styles).length;
}

function hasTarget({ elements }: PageLayout): boolean {
  return elements.some(({ role }) => role === 'target');
}
