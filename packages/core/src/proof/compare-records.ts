/** Compares what a page showed before and after: a verdict, what changed at the target, and what else did. Pure. */
import { causeFinder, type InsideTarget, type LayoutComparison } from './causes.ts';
import { compareLayouts, type ElementDifference, isOwnChange } from './compare-layouts.ts';
import { compareRules, type RuleChange } from './compare-rules.ts';
import { describeTarget } from './describe-target.ts';
import { findNear, type NearChanges } from './near-changes.ts';
import {
  insideOf,
  nameInLayout,
  nameWhole,
  type PageLayout,
  pathInLayout,
  type ProofRecord,
} from './page-layout.ts';
import type { ChangedWhat, Comparison, OutsideChanges, OutsideExample, ProofChange } from './proof.ts';
import { targetGeometry } from './target-geometry.ts';

const mostChanges = 20;

/** Returns the change as it is to be told, or `null` when it is not to be counted. */
export type CountChange = (change: ProofChange) => ProofChange | null;

export function compareRecords(
  before: ProofRecord,
  after: ProofRecord,
  count: CountChange = (change) => change,
): Comparison {
  const layouts = { before: before.layout, after: after.layout };
  const difference = compareLayouts(before.layout, after.layout);
  const inside = { before: insideOf(before.layout), after: insideOf(after.layout) };
  const comparison = { ...layouts, difference };
  const described = describeTarget(comparison, inside, { before: before.look, after: after.look });
  const geometry = targetGeometry(comparison, inside, described.length > 0);
  const isComparable =
    difference.isComparable &&
    (isSteady(comparison, inside) || isToldByRules(before, after, comparison, inside));
  const near = findNear(comparison, inside);
  const { verdict, changes } = hasTarget(after.layout)
    ? judge(
        { described, geometry, near: near.changes, rules: compareRules(before, after), isComparable },
        count,
      )
    : judgeGone(count({ what: 'removed' }));
  const told = verdict === 'beside' ? near : null;
  const isTargetChanged = described.length + geometry.length > 0 || verdict === 'gone';
  const outside = describeOutside(comparison, inside, told, isTargetChanged);
  return {
    verdict,
    changes: changes.slice(0, mostChanges),
    ...(changes.length > mostChanges && { moreChanges: changes.length - mostChanges }),
    outside,
  };
}

type Judged = Pick<Comparison, 'verdict'> & { readonly changes: readonly ProofChange[] };

function judgeGone(removed: ProofChange | null): Judged {
  return removed === null ? { verdict: 'unchanged', changes: [] } : { verdict: 'gone', changes: [removed] };
}

interface FoundChanges {
  readonly described: readonly ProofChange[];
  /** Its size and place, which may follow from what is described. */
  readonly geometry: readonly ProofChange[];
  readonly near: readonly ProofChange[];
  readonly rules: readonly RuleChange[];
  readonly isComparable: boolean;
}

function judge(found: FoundChanges, count: CountChange): Judged {
  const counted = (changes: readonly ProofChange[]) => changes.map(count).filter((each) => each !== null);
  const described = counted(found.described);
  const isFollowing = found.described.length > 0 && described.length === 0;
  const seen = isFollowing ? [] : [...described, ...counted(found.geometry)];
  const near = counted(found.near);
  const rules = found.rules.flatMap((rule) => counted([rule.change]).map((change) => ({ ...rule, change })));
  const inactive = rules.filter(({ change }) => change.when !== 'overridden');
  if (seen.length > 0) {
    // Another class brings other rules with it, which say nothing more than what is seen.
    const edited = inactive.filter(({ isEdited, change }) => isEdited && change.when !== 'size');
    return { verdict: 'changed', changes: [...seen, ...edited.map(({ change }) => change)] };
  }
  if (inactive.length > 0) return { verdict: 'inactive', changes: inactive.map(({ change }) => change) };
  if (near.length > 0) return { verdict: 'beside', changes: near };
  if (!found.isComparable) return { verdict: 'unclear', changes: [] };
  return { verdict: 'unchanged', changes: rules.map(({ change }) => change) };
}

/** `false` when something of the target was left out, because it was under the pointer or in an animation. */
function isSteady({ before, after, difference }: LayoutComparison, inside: InsideTarget): boolean {
  return [...inside.after].every((index) => {
    const [old, now] = [before.elements[difference.pairs.before[index] ?? -1], after.elements[index]];
    if (old?.unsteady === true || now?.unsteady === true) return false;
    return nameCount(old?.styles) === nameCount(now?.styles);
  });
}

/** What was left out is of the same rules on both sides, so it is as it was. */
function isToldByRules(
  before: ProofRecord,
  after: ProofRecord,
  { difference }: LayoutComparison,
  inside: InsideTarget,
): boolean {
  if (before.rules === undefined || after.rules === undefined) return false;
  if (before.look?.attributes.style !== after.look?.attributes.style) return false;
  return [...inside.after].every((index) => {
    const old = before.layout.elements[difference.pairs.before[index] ?? -1];
    const now = after.layout.elements[index];
    return old?.unsteady !== true && now?.unsteady !== true && old?.classes === now?.classes;
  });
}

function nameCount(styles: Record<string, string> = {}): number {
  return Object.keys(styles).length;
}

function hasTarget({ elements }: PageLayout): boolean {
  return elements.some(({ role }) => role === 'target');
}

const mostExamples = 8;

/**
 * What is different outside the target. Elements around it are told of only when they changed themselves, because they
 * always grow and shrink with it.
 */
function describeOutside(
  comparison: LayoutComparison,
  inside: InsideTarget,
  told: NearChanges | null,
  isTargetChanged: boolean,
): OutsideChanges {
  const { before, after, difference } = comparison;
  const causeOf = causeFinder(comparison, inside, isTargetChanged);
  const examples: OutsideExample[] = [];
  let pushed = 0;
  for (const [index, each] of difference.elements) {
    const element = after.elements[index];
    if (element === undefined || inside.after.has(index) || told?.after.has(index) === true) continue;
    if (!isOwnChange(each)) {
      if (difference.around.has(index)) continue;
      const cause = causeOf(index);
      if (cause === 'target') pushed++;
      if (cause !== null) continue;
    }
    examples.push({ name: nameInLayout(after, index), what: whatOf(each), path: pathInLayout(after, index) });
  }
  // Where a long page is cut, elements at its end come and go.
  const isCut = before.isCut === true || after.isCut === true;
  for (const index of isCut ? [] : difference.added) {
    if (inside.after.has(index) || told?.after.has(index) === true) continue;
    examples.push({ name: nameWhole(after, index), what: 'added', path: pathInLayout(after, index) });
  }
  for (const index of isCut ? [] : difference.removed) {
    if (inside.before.has(index) || told?.before.has(index) === true) continue;
    examples.push({ name: nameWhole(before, index), what: 'removed' });
  }
  return { count: examples.length, pushed, examples: examples.slice(0, mostExamples) };
}

function whatOf({ tag, text, attributes, style }: ElementDifference): ChangedWhat {
  if (text || tag) return 'text';
  if (style) return 'style';
  return attributes ? 'attribute' : 'moved';
}
