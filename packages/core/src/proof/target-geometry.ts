import { causeFinder, type InsideTarget, type LayoutComparison } from './causes.ts';
import type { PageLayout } from './page-layout.ts';
import type { ProofChange } from './proof.ts';

/**
 * Another size, place or order of the target. A change that another element caused is not a change of the target:
 * it was only pushed. `isDescribed`: something else about the target has changed, which may be the reason.
 */
export function targetGeometry(
  comparison: LayoutComparison,
  inside: InsideTarget,
  isDescribed: boolean,
): ProofChange[] {
  const { before, after, difference } = comparison;
  const target = after.elements.findIndex(({ role }) => role === 'target');
  const own = difference.elements.get(target);
  const causeOf = causeFinder(comparison, inside, false);
  const isPushed = (index: number) => causeOf(index) === 'outside';
  const changes: ProofChange[] = [];
  if (own?.size === true && (isDescribed || !isPushed(target))) {
    const [old, now] = [before.elements[own.before]?.box, after.elements[target]?.box];
    changes.push(...sizeChanges(old, now));
  }
  const ordered = [target, ...onlyAround(after, target)]
    .map((index) => difference.elements.get(index))
    .find((each) => each?.order === true);
  if (ordered !== undefined) {
    const [old, now] = [orderOf(before, ordered.before), orderOf(after, ordered.after)];
    if (old !== now) return [...changes, { what: 'moved', before: old, after: now }];
  }
  const moved = chainOf(after, target).find((index) => difference.elements.get(index)?.place === true);
  if (moved === undefined || isPushed(moved)) return changes;
  // A target with other margins or another size has moved for that reason; the reason is listed already.
  if (causeOf(moved) === null && (isDescribed || changes.length > 0)) return changes;
  const partner = difference.pairs.before[target] ?? -1;
  return [...changes, { what: 'moved', before: placeOf(before, partner), after: placeOf(after, target) }];
}

type Box = PageLayout['elements'][number]['box'];

function sizeChanges(old: Box | undefined, now: Box | undefined): ProofChange[] {
  if (old === undefined || now === undefined) return [];
  return (
    [
      ['width', 2],
      ['height', 3],
    ] as const
  )
    .filter(([, at]) => Math.abs(old[at] - now[at]) > 1)
    .map(([name, at]) => ({ what: 'box', name, before: pixels(old[at]), after: pixels(now[at]) }));
}

function pixels(value: number): string {
  return `${Math.round(value)}px`;
}

/** What has nothing in it besides the target, from the inside: the item of a list around its link. */
export function onlyAround({ elements }: PageLayout, target: number): number[] {
  const found: number[] = [];
  for (let at = elements[target]?.parent ?? -1, inner = target; at >= 0; at = elements[at]?.parent ?? -1) {
    const isOnly = elements.every(
      ({ parent, tag }, index) => parent !== at || index === inner || tag.startsWith('::'),
    );
    if (!isOnly) break;
    found.push(at);
    inner = at;
  }
  return found;
}

/** `2 of 4`: among the elements of the same parent. */
function orderOf({ elements }: PageLayout, index: number): string {
  const siblings = elements.flatMap(({ parent }, at) => (parent === elements[index]?.parent ? [at] : []));
  return `${siblings.indexOf(index) + 1} of ${siblings.length}`;
}

/** From the top left of the page. */
function placeOf(layout: PageLayout, index: number): string {
  const boxes = chainOf(layout, index).flatMap((at) => layout.elements[at]?.box.slice(0, 2) ?? []);
  const sum = (axis: 0 | 1) =>
    Math.round(boxes.reduce((total, value, at) => (at % 2 === axis ? total + value : total), 0));
  return `${sum(0)}, ${sum(1)}`;
}

/** The element and everything around it, from the inside. */
function chainOf({ elements }: PageLayout, index: number): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0; at = elements[at]?.parent ?? -1) chain.push(at);
  return chain;
}
