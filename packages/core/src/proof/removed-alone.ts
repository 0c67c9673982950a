import type { ProofRecord } from './page-layout.ts';
import { pairElements } from './pair-elements.ts';

/**
 * Whether the target, or one element that it was in, is all that is gone, and nothing has come in its place. Otherwise the
 * page may only be loading what it will show there. Pure.
 */
export function isRemovedAlone({ layout: before }: ProofRecord, { layout: after }: ProofRecord): boolean {
  const pairs = pairElements(before, after);
  const isOutermost = (index: number) => pairs.after[index] === -1 && pairs.after[parentAt(index)] !== -1;
  const parentAt = (index: number) => before.elements[index]?.parent ?? -1;
  const removed = [...before.elements.keys()].filter(isOutermost);
  let top = before.elements.findIndex(({ role }) => role === 'target');
  while (top !== -1 && !isOutermost(top)) top = parentAt(top);
  if (top === -1 || removed.some((index) => index !== top)) return false;
  const place = pairs.after[parentAt(top)];
  return !after.elements.some(({ parent }, index) => parent === place && pairs.before[index] === -1);
}
