/** Finds which element of a page is which one after it has changed. Frameworks keep no identity that survives a reload. */
import type { LayoutElement, PageLayout } from './page-layout.ts';

export interface ElementPairs {
  /** By index of an element before: its index after, or -1 when it was removed. */
  readonly after: readonly number[];
  /** By index of an element after: its index before, or -1 when it was added. */
  readonly before: readonly number[];
}

interface Side {
  readonly elements: readonly LayoutElement[];
  readonly children: readonly (readonly number[])[];
  /** By index: tag, text and everything inside, so that equal elements have equal values. */
  readonly contents: readonly string[];
  readonly partner: number[];
}

export function pairElements(before: PageLayout, after: PageLayout): ElementPairs {
  const [old, now] = [readSide(before), readSide(after)];
  const pair = (one: number, other: number): void => {
    old.partner[one] = other;
    now.partner[other] = one;
  };
  pairTargets(old, now, pair);
  if (old.elements.length > 0 && now.elements.length > 0 && old.partner[0] === -1) pair(0, 0);
  // Parents come before their children, so the children of every pair are reached.
  for (let one = 0; one < old.elements.length; one++) {
    const other = old.partner[one] ?? -1;
    if (other >= 0) pairChildren(one, other, old, now, pair);
  }
  return { after: old.partner, before: now.partner };
}

/** The tracker of the page has found the target, even where it was moved elsewhere; its ancestors follow from it. */
function pairTargets(old: Side, now: Side, pair: (one: number, other: number) => void): void {
  let one = old.elements.findIndex(({ role }) => role === 'target');
  let other = now.elements.findIndex(({ role }) => role === 'target');
  while (one >= 0 && other >= 0) {
    const [left, right] = [old.elements[one], now.elements[other]];
    const isTarget = left?.role === 'target';
    if (left === undefined || right === undefined || (!isTarget && left.tag !== right.tag)) return;
    if ((left.parent === -1) !== (right.parent === -1)) return;
    pair(one, other);
    one = left.parent;
    other = right.parent;
  }
}

/** Rules by which children of a pair are the same element, the surest first. */
const rules: readonly ((side: Side, index: number) => string | undefined)[] = [
  ({ elements }, index) => prefixed(elements[index]?.key, elements[index]),
  ({ contents }, index) => contents[index],
  ({ elements }, index) => `${elements[index]?.tag}.${elements[index]?.classes}`,
  ({ elements }, index) => elements[index]?.tag,
];

function prefixed(key: string | undefined, element: LayoutElement | undefined): string | undefined {
  return key === undefined ? undefined : `${element?.tag}#${key}`;
}

function pairChildren(
  one: number,
  other: number,
  old: Side,
  now: Side,
  pair: (one: number, other: number) => void,
): void {
  const isFree = (side: Side) => (index: number) => side.partner[index] === -1;
  for (const rule of rules) {
    const free = new Map<string, number[]>();
    for (const index of (now.children[other] ?? []).filter(isFree(now))) {
      const name = rule(now, index);
      const known = name === undefined ? undefined : free.get(name);
      if (known !== undefined) known.push(index);
      else if (name !== undefined) free.set(name, [index]);
    }
    for (const index of (old.children[one] ?? []).filter(isFree(old))) {
      const match = free.get(rule(old, index) ?? '')?.shift();
      if (match !== undefined) pair(index, match);
    }
  }
  const left = (old.children[one] ?? []).filter(isFree(old));
  const right = (now.children[other] ?? []).filter(isFree(now));
  const [lastOld, lastNow] = [left[0], right[0]];
  // One element in the place of one other: its tag was changed.
  if (left.length === 1 && right.length === 1 && lastOld !== undefined && lastNow !== undefined)
    pair(lastOld, lastNow);
}

function readSide({ elements }: PageLayout): Side {
  const children: number[][] = elements.map(() => []);
  elements.forEach(({ parent }, index) => children[parent]?.push(index));
  const contents: string[] = [];
  for (let index = elements.length - 1; index >= 0; index--) {
    const { tag, text = '' } = elements[index] ?? { tag: '' };
    const inside = (children[index] ?? []).map((child) => contents[child]).join('');
    // The contents of a long element are only compared, so their beginning and length are enough.
    const shown = inside.length > 400 ? `${inside.slice(0, 400)}…${inside.length}` : inside;
    contents[index] = `<${tag} ${text}>${shown}</>`;
  }
  return { elements, children, contents, partner: elements.map(() => -1) };
}
