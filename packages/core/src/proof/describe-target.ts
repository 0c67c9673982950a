/** Says what of the target has changed, as short lines. Pure. */
import type { ElementLook } from '../look.ts';

import type { InsideTarget, LayoutComparison } from './causes.ts';
import type { ElementDifference } from './compare-layouts.ts';
import { type LayoutElement, nameLayoutElement, type PageLayout } from './page-layout.ts';
import type { ProofChange } from './proof.ts';

/** What style sheets read, and what a build writes anew with each change of a file. */
const silentAttribute = /^(?:class|style|_ng(?:content|host)-.*|data-v-[\da-f]+|ng-version)$/;
const longestValue = 120;

/** What a person or a screen reader notices; `looks` are of the target before and after. */
export function describeTarget(
  { before, after, difference }: LayoutComparison,
  inside: InsideTarget,
  looks: { readonly before: ElementLook | null; readonly after: ElementLook | null },
): ProofChange[] {
  const changed = [...difference.elements.values()].filter((each) => inside.after.has(each.after));
  const texts = changed.filter(({ text, tag }) => text || tag).map((each) => textChange(before, after, each));
  const attributes = [
    ...attributeChanges(looks.before?.attributes, looks.after?.attributes),
    ...changed
      .filter((each) => each.attributes && after.elements[each.after]?.role !== 'target')
      .flatMap((each) => {
        const [old, now] = bothOf(before, after, each);
        return attributeChanges(old?.attributes, now?.attributes).map((change) => withName(change, now));
      }),
  ];
  const styles = changed
    .filter(({ style }) => style)
    .flatMap((each) => {
      const [old, now] = bothOf(before, after, each);
      return describeStyles(each.styleNames, old?.styles, now?.styles).map((change) => withName(change, now));
    });
  return [
    ...texts,
    ...listOf(difference.removed, inside.before, before, 'removed'),
    ...listOf(difference.added, inside.after, after, 'added'),
    ...attributes,
    ...styles,
    ...changed
      .filter(({ order, after: at }) => order && after.elements[at]?.role !== 'target')
      .map((each) => ({
        what: 'moved' as const,
        on: nameOf(after.elements[each.after]),
      })),
  ];
}

/** Only these are told of the target itself; class and style show in what is drawn, or do nothing. */
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

function textChange(before: PageLayout, after: PageLayout, difference: ElementDifference): ProofChange {
  const [old, now] = bothOf(before, after, difference);
  if (difference.tag)
    return withName({ what: 'text', name: 'tag', before: old?.tag ?? '', after: now?.tag ?? '' }, now);
  return withName({ what: 'text', before: cut(old?.text ?? ''), after: cut(now?.text ?? '') }, now);
}

function listOf(
  indices: readonly number[],
  inside: ReadonlySet<number>,
  { elements }: PageLayout,
  what: 'added' | 'removed',
): ProofChange[] {
  return indices
    .filter((index) => inside.has(index) && elements[index]?.role !== 'target')
    .map((index) => ({ what, on: nameOf(elements[index]) }));
}

function bothOf(before: PageLayout, after: PageLayout, difference: ElementDifference) {
  return [before.elements[difference.before], after.elements[difference.after]] as const;
}

function withName(change: ProofChange, element: LayoutElement | undefined): ProofChange {
  return element === undefined || element.role === 'target' ? change : { ...change, on: nameOf(element) };
}

function nameOf(element: LayoutElement | undefined): string {
  return element === undefined ? '' : nameLayoutElement(element);
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
