/** Says what of the target has changed, as short lines. Pure. */
import type { ElementLook } from '../look.ts';

import type { InsideTarget, LayoutComparison } from './causes.ts';
import type { ElementDifference } from './compare-layouts.ts';
import { isGenerated, type LayoutElement, nameInLayout, nameWhole, type PageLayout } from './page-layout.ts';
import type { ProofChange } from './proof.ts';

/** What style sheets read, and what a build writes again with each change of a file. */
const silentAttribute = /^(?:class|style|_ng(?:content|host)-.*|data-v-[\da-f]+|ng-version)$/;
const longestValue = 120;

/** What a person or a screen reader notices; `looks` are of the target before and after. */
export function describeTarget(
  comparison: LayoutComparison,
  inside: InsideTarget,
  looks: { readonly before: ElementLook | null; readonly after: ElementLook | null },
): ProofChange[] {
  const { before, after, difference } = comparison;
  const changed = [...difference.elements.values()].filter((each) => inside.after.has(each.after));
  const isTarget = ({ after: at }: ElementDifference) => after.elements[at]?.role === 'target';
  return [
    ...changed.flatMap((each) => textChanges(comparison, each)),
    ...listOf(difference.removed, inside.before, before, 'removed'),
    ...listOf(difference.added, inside.after, after, 'added'),
    ...attributeChanges(looks.before?.attributes, looks.after?.attributes),
    ...changed.filter((each) => !isTarget(each)).flatMap((each) => elementAttributes(comparison, each)),
    ...changed.flatMap((each) => styleChanges(comparison, each)),
    ...changed.filter((each) => each.order && !isTarget(each)).map((each) => movedChange(comparison, each)),
  ];
}

/** What changed about one element that is not the target. */
export function describeElement(comparison: LayoutComparison, difference: ElementDifference): ProofChange[] {
  return [
    ...textChanges(comparison, difference),
    ...elementAttributes(comparison, difference),
    ...styleChanges(comparison, difference),
    ...(difference.order ? [movedChange(comparison, difference)] : []),
  ];
}

function elementAttributes(comparison: LayoutComparison, difference: ElementDifference): ProofChange[] {
  if (!difference.attributes) return [];
  const [old, now] = bothOf(comparison, difference);
  return attributeChanges(old?.attributes, now?.attributes).map((change) =>
    withName(change, comparison, difference),
  );
}

function styleChanges(comparison: LayoutComparison, difference: ElementDifference): ProofChange[] {
  if (!difference.style) return [];
  const [old, now] = bothOf(comparison, difference);
  return describeStyles(difference.styleNames, old?.styles, now?.styles).map((change) =>
    withName(change, comparison, difference),
  );
}

function movedChange({ after }: LayoutComparison, difference: ElementDifference): ProofChange {
  return { what: 'moved', on: nameInLayout(after, difference.after) };
}

/** Only these are reported of the target itself; class and style show in what is drawn, or do nothing. */
function attributeChanges(
  before: Record<string, string> = {},
  after: Record<string, string> = {},
): ProofChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !silentAttribute.test(name) && before[name] !== after[name])
    .map((name) => ({
      what: 'attribute',
      name,
      ...(before[name] !== undefined && { before: cut(before[name]) }),
      ...(after[name] !== undefined && { after: cut(after[name]) }),
    }));
}

function textChanges(comparison: LayoutComparison, difference: ElementDifference): ProofChange[] {
  if (!difference.text && !difference.tag) return [];
  const [old, now] = bothOf(comparison, difference);
  const name = difference.tag ? 'tag' : now !== undefined && isGenerated(now) ? 'content' : undefined;
  const [before = '', after = ''] = difference.tag ? [old?.tag, now?.tag] : [old?.text, now?.text];
  const change = {
    what: 'text',
    ...(name !== undefined && { name }),
    before: cut(before),
    after: cut(after),
  } as const;
  return [withName(change, comparison, difference)];
}

function listOf(
  indices: readonly number[],
  inside: ReadonlySet<number>,
  layout: PageLayout,
  what: 'added' | 'removed',
): ProofChange[] {
  return indices
    .filter((index) => inside.has(index) && layout.elements[index]?.role !== 'target')
    .map((index) => ({ what, on: nameWhole(layout, index) }));
}

type BothElements = readonly [old: LayoutElement | undefined, now: LayoutElement | undefined];

function bothOf({ before, after }: LayoutComparison, difference: ElementDifference): BothElements {
  return [before.elements[difference.before], after.elements[difference.after]];
}

function withName(
  change: ProofChange,
  { after }: LayoutComparison,
  { after: index }: ElementDifference,
): ProofChange {
  return after.elements[index]?.role === 'target' ? change : { ...change, on: nameInLayout(after, index) };
}

function cut(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
}

/** `padding 12px → 16px`: each of these properties, with those that follow from another one left out. */
function describeStyles(
  names: readonly string[] | null,
  before: Record<string, string> = {},
  after: Record<string, string> = {},
): ProofChange[] {
  // A target with very many elements keeps no styles for the last of them.
  if (names === null) return [{ what: 'style' }];
  const changes = names
    .filter((name) => !followsColor(name, before, after))
    .map((name): ProofChange => ({
      what: 'style',
      name,
      ...(before[name] !== undefined && { before: before[name] }),
      ...(after[name] !== undefined && { after: after[name] }),
    }));
  return joinSides(changes);
}

/** Borders, outlines and decorations are drawn in the colour of the text unless they have one. */
function followsColor(name: string, before: Record<string, string>, after: Record<string, string>): boolean {
  if (name === 'color' || !/color|fill|stroke/.test(name)) return false;
  return before[name] === before.color && after[name] === after.color && before.color !== after.color;
}

const sides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

/** Four sides that changed alike are one line. */
function joinSides(changes: readonly ProofChange[]): ProofChange[] {
  let joined = [...changes];
  for (const [parts, pattern] of [
    [sides, /^(margin|padding)-(?:top|right|bottom|left)$/],
    [sides, /^(border)-(?:top|right|bottom|left)-(width|style|color)$/],
    [corners, /^(border)-(?:top|bottom)-(?:left|right)-(radius)$/],
  ] as const) {
    const groups = Map.groupBy(joined, ({ name = '', before, after }) => {
      const found = pattern.exec(name);
      if (found === null) return null;
      const short = [found[1], found[2]].filter((part) => part !== undefined).join('-');
      return JSON.stringify([short, before, after]);
    });
    joined = [...groups].flatMap(([key, group]) => {
      if (key === null || group.length !== parts.length) return group;
      const [short] = JSON.parse(key) as [string];
      return group.slice(0, 1).map((first) => ({ ...first, name: short }));
    });
  }
  return joined;
}
