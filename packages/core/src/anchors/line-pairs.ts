import { indexesOf, pair, pairInOrder, uniqueInBoth, type Pairs } from './in-order.ts';

export interface PairedLines {
  /** Pairs that rise on both sides. */
  readonly inOrder: Pairs;
  /** Those and the moved ones. */
  readonly all: Pairs;
}

// Shorter lines (a brace, a fence, "- yes") repeat by chance, so alone they do not prove a move.
const shortestMove = 6;

/** Pairs the lines of two texts. Lines left over that fit only each other have moved. */
export function pairLines(oldKeys: readonly string[], newKeys: readonly string[]): PairedLines {
  const inOrder = pairInOrder(oldKeys, newKeys);
  const all = { toNew: inOrder.toNew.slice(), toOld: inOrder.toOld.slice() };
  pairMoved(oldKeys, newKeys, all);
  return { inOrder, all };
}

function pairMoved(oldKeys: readonly string[], newKeys: readonly string[], pairs: Pairs): void {
  const left = { old: unpaired(pairs.toNew), new: unpaired(pairs.toOld) };
  for (const [oldIndex, newIndex] of uniqueInBoth(oldKeys, newKeys, left.old, left.new)) {
    if ((oldKeys[oldIndex]?.length ?? 0) < shortestMove) continue;
    pair(pairs, oldIndex, newIndex);
    for (const step of [-1, 1]) spread(oldKeys, newKeys, pairs, oldIndex + step, newIndex + step, step);
  }
}

/** What surrounded a moved line went with it. */
function spread(
  oldKeys: readonly string[],
  newKeys: readonly string[],
  pairs: Pairs,
  oldIndex: number,
  newIndex: number,
  step: number,
): void {
  while (
    pairs.toNew[oldIndex] === -1 &&
    pairs.toOld[newIndex] === -1 &&
    oldKeys[oldIndex] === newKeys[newIndex]
  ) {
    pair(pairs, oldIndex, newIndex);
    oldIndex += step;
    newIndex += step;
  }
}

function unpaired(pairs: Int32Array): number[] {
  return indexesOf({ start: 0, end: pairs.length }).filter((index) => pairs[index] === -1);
}
