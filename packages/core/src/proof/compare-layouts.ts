/** Tells what is different between two layouts of a page, inside the target and elsewhere. Pure. */
import { isGenerated, type LayoutElement, type PageLayout } from './page-layout.ts';
import { type ElementPairs, pairElements } from './pair-elements.ts';

/** One element that is on both sides, with what is different about it. */
export interface ElementDifference {
  readonly before: number;
  readonly after: number;
  readonly tag: boolean;
  readonly text: boolean;
  readonly attributes: boolean;
  /** Its own styles, and inherited ones where its parent did not change in the same way. */
  readonly style: boolean;
  /** The properties that differ; `null` where they are not known by name. */
  readonly styleNames: readonly string[] | null;
  readonly size: boolean;
  readonly place: boolean;
  /** It stands elsewhere among its siblings, or has another parent. */
  readonly order: boolean;
}

export interface LayoutDifference {
  readonly pairs: ElementPairs;
  /** By index after; only elements that differ. */
  readonly elements: ReadonlyMap<number, ElementDifference>;
  /** Indices before: the outermost elements that were removed. */
  readonly removed: readonly number[];
  /** Indices after: the outermost elements that were added. */
  readonly added: readonly number[];
  /** Indices after of the elements that the target is in, or was in. */
  readonly around: ReadonlySet<number>;
  /** `false` when the windows differ so that styles and boxes say nothing. */
  readonly isComparable: boolean;
}

/** Browsers round positions differently from one time to the next. */
const tolerance = 1;

export function compareLayouts(before: PageLayout, after: PageLayout): LayoutDifference {
  const pairs = pairElements(before, after);
  const isComparable =
    before.conditions.width === after.conditions.width && before.conditions.dark === after.conditions.dark;
  const reordered = findReordered(before, after, pairs);
  const elements = new Map<number, ElementDifference>();
  const isAround = (index: number) =>
    after.elements[index]?.role === 'around' || before.elements[pairs.before[index] ?? -1]?.role === 'around';
  after.elements.forEach((now, index) => {
    const partner = pairs.before[index] ?? -1;
    const old = before.elements[partner];
    if (old === undefined) return;
    const styleNames = differingNames(before, after, partner, index);
    const differs = isComparable && old.unsteady !== true && now.unsteady !== true;
    const isPlaced = differs && old.moving !== true && now.moving !== true;
    const difference: ElementDifference = {
      before: partner,
      after: index,
      tag: old.tag !== now.tag,
      text: old.text !== now.text && !isUnsteady(old, now),
      attributes: !isSameRecord(old.attributes, now.attributes) && !isUnsteady(old, now),
      style:
        differs &&
        (styleNames === null
          ? old.drawn !== now.drawn || inheritsAnew(before, after, partner, index)
          : styleNames.length > 0),
      styleNames,
      size: isPlaced && (isFar(old.box[2], now.box[2]) || isFar(old.box[3], now.box[3])),
      place: isPlaced && (isFar(old.box[0], now.box[0]) || isFar(old.box[1], now.box[1])),
      order: reordered.has(index),
    };
    if (Object.values(difference).includes(true)) elements.set(index, difference);
  });
  return {
    pairs,
    elements,
    removed: outermost(before.elements, pairs.after),
    added: outermost(after.elements, pairs.before),
    around: new Set([...after.elements.keys()].filter((index) => isAround(index))),
    isComparable,
  };
}

/** An element changed by itself, not only because others did. */
export function isOwnChange({ tag, text, attributes, style, order }: ElementDifference): boolean {
  return tag || text || attributes || style || order;
}

function isUnsteady(old: LayoutElement, now: LayoutElement): boolean {
  return old.unsteady === true || now.unsteady === true;
}

/** Of an element inside the target, without what it inherits from an element that changed in the same way. */
function differingNames(before: PageLayout, after: PageLayout, one: number, other: number): string[] | null {
  const [old, now] = [before.elements[one], after.elements[other]];
  if (old?.styles === undefined || now?.styles === undefined) return null;
  const [styles, stylesNow] = [old.styles, now.styles];
  const isRoot = now.role === 'target';
  const [parent, parentNow] = [before.elements[old.parent], after.elements[now.parent]];
  const around = isRoot ? undefined : parent?.styles;
  const aroundNow = isRoot ? undefined : parentNow?.styles;
  // What is generated has no box of its own here: its size in pixels may only follow from that of its element.
  const isStretched =
    isGenerated(now) && `${parent?.box.slice(2).join()}` !== `${parentNow?.box.slice(2).join()}`;
  return Object.keys(stylesNow).filter((name) => {
    // A name that only one side has was left out of the other one.
    if (styles[name] === undefined || styles[name] === stylesNow[name]) return false;
    if (isStretched && sizeNames.test(name)) return false;
    return !(around?.[name] === styles[name] && aroundNow?.[name] === stylesNow[name]);
  });
}

const sizeNames = /^(?:width|height|top|right|bottom|left|transform)$/;

/** Where the parent inherits other styles too, they come from further outside. */
function inheritsAnew(before: PageLayout, after: PageLayout, one: number, other: number): boolean {
  const [old, now] = [before.elements[one], after.elements[other]];
  if (old === undefined || now === undefined || old.inherited === now.inherited) return false;
  const [around, aroundNow] = [before.elements[old.parent], after.elements[now.parent]];
  return around === undefined || around.inherited === aroundNow?.inherited;
}

function isFar(one: number, other: number): boolean {
  return Math.abs(one - other) > tolerance;
}

function isSameRecord(one: Record<string, string> = {}, other: Record<string, string> = {}): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

/** Elements without a partner whose parent has one. */
function outermost(elements: readonly LayoutElement[], partners: readonly number[]): number[] {
  return elements.flatMap(({ parent, unsteady }, index) => {
    const isAlone = partners[index] === -1 && unsteady !== true;
    return isAlone && (parent === -1 || partners[parent] !== -1) ? [index] : [];
  });
}

/** Indices after of the elements that stand elsewhere among their siblings than before, or have another parent. */
function findReordered(before: PageLayout, after: PageLayout, pairs: ElementPairs): Set<number> {
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
