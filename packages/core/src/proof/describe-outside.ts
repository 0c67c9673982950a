import { causeFinder, type InsideTarget, type LayoutComparison } from './causes.ts';
import { type ElementDifference, isOwnChange } from './compare-layouts.ts';
import { nameLayoutElement, pathInLayout } from './page-layout.ts';
import type { ChangedWhat, OutsideChanges, OutsideExample } from './proof.ts';

const mostExamples = 8;

/**
 * What is different outside of the target. Elements around it are told of only when they changed themselves, because they
 * always grow and shrink with it.
 */
export function describeOutside(
  comparison: LayoutComparison,
  inside: InsideTarget,
  isTargetChanged: boolean,
): OutsideChanges {
  const { before, after, difference } = comparison;
  const causeOf = causeFinder(comparison, inside, isTargetChanged);
  const examples: OutsideExample[] = [];
  let pushed = 0;
  for (const [index, each] of difference.elements) {
    const element = after.elements[index];
    if (element === undefined || inside.after.has(index)) continue;
    if (!isOwnChange(each)) {
      if (difference.around.has(index)) continue;
      const cause = causeOf(index);
      if (cause === 'target') pushed++;
      if (cause !== null) continue;
    }
    examples.push({ name: nameLayoutElement(element), what: whatOf(each), path: pathInLayout(after, index) });
  }
  // Where a long page is cut, elements at its end come and go.
  const isCut = before.isCut === true || after.isCut === true;
  for (const index of isCut ? [] : difference.added) {
    const element = after.elements[index];
    if (element === undefined || inside.after.has(index)) continue;
    examples.push({ name: nameLayoutElement(element), what: 'added', path: pathInLayout(after, index) });
  }
  for (const index of isCut ? [] : difference.removed) {
    const element = before.elements[index];
    if (element === undefined || inside.before.has(index)) continue;
    examples.push({ name: nameLayoutElement(element), what: 'removed' });
  }
  return { count: examples.length, pushed, examples: examples.slice(0, mostExamples) };
}

function whatOf({ tag, text, attributes, style }: ElementDifference): ChangedWhat {
  if (text || tag) return 'text';
  if (style) return 'style';
  return attributes ? 'attribute' : 'moved';
}
