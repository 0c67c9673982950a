/** Finds out which blocks of a changed part became which. Pure. */

export interface ComparedBlock {
  readonly kind: string;
  /** Without white space that is not shown. */
  readonly source: string;
}

/** Blocks that say the same in other words; indexes in order. One of both sides can be empty. */
export interface BlockGroup {
  before: number[];
  after: number[];
}

/** Above this number of pairs, blocks are matched by their order alone. */
const mostPairs = 2_500;
/** The share of words that two blocks must have in common to be versions of each other. */
const leastSimilar = 0.35;
/** A paragraph was divided or joined when this share of its words was in the other one. */
const leastContained = 0.7;

/** In the order of the texts: a group whose `after` is empty stands before the group that follows it. */
export function alignBlocks(before: readonly ComparedBlock[], after: readonly ComparedBlock[]): BlockGroup[] {
  const isOne = before.length === 1 && after.length === 1;
  const likeness = isOne || before.length * after.length > mostPairs ? sameKind : createLikeness();
  return joinDivided(inOrder(before, after, likeness), before, after);
}

type Likeness = (before: ComparedBlock, after: ComparedBlock) => number;

/** The one block between two unchanged ones was replaced, however different its words are. */
const sameKind: Likeness = (before, after) => (isSameKind(before, after) ? 1 : 0);

function isSameKind({ kind: one }: ComparedBlock, { kind: other }: ComparedBlock): boolean {
  return one === other || (/^h\d$/.test(one) && /^h\d$/.test(other));
}

function createLikeness(): Likeness {
  const bags = new Map<ComparedBlock, ReadonlyMap<string, number>>();
  const bagOf = (block: ComparedBlock) => {
    const bag = bags.get(block) ?? countWords(block.source);
    bags.set(block, bag);
    return bag;
  };
  return (before, after) => {
    const [left, right] = [bagOf(before), bagOf(after)];
    const share = (2 * common(left, right)) / Math.max(1, sizeOf(left) + sizeOf(right));
    return share < leastSimilar ? 0 : isSameKind(before, after) ? share : share / 2;
  };
}

/** Pairs blocks so that their likeness together is highest and no two pairs cross. */
function inOrder(
  before: readonly ComparedBlock[],
  after: readonly ComparedBlock[],
  likeness: Likeness,
): BlockGroup[] {
  if (before.length * after.length > mostPairs) return byOrder(before, after);
  // best[i][j]: the highest sum for the blocks from i and from j on.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1));
  const at = (left: number, right: number) => best[left]?.[right] ?? 0;
  const alike = before.map((left) => after.map((right) => likeness(left, right)));
  const paired = (left: number, right: number) => {
    const own = alike[left]?.[right] ?? 0;
    return own === 0 ? -1 : own + at(left + 1, right + 1);
  };
  for (let left = before.length - 1; left >= 0; left -= 1)
    for (let right = after.length - 1; right >= 0; right -= 1)
      best[left]?.fill(
        Math.max(at(left + 1, right), at(left, right + 1), paired(left, right)),
        right,
        right + 1,
      );
  const groups: BlockGroup[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const isPair = left < before.length && right < after.length && paired(left, right) === at(left, right);
    const isRemoved = !isPair && left < before.length && at(left + 1, right) === at(left, right);
    groups.push({ before: isPair || isRemoved ? [left] : [], after: isRemoved ? [] : [right] });
    if (isPair || isRemoved) left += 1;
    if (!isRemoved) right += 1;
  }
  return groups;
}

function byOrder(before: readonly ComparedBlock[], after: readonly ComparedBlock[]): BlockGroup[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: index < before.length ? [index] : [],
    after: index < after.length ? [index] : [],
  }));
}

/** A paragraph that was divided into two, or two that were joined, are one group: no word of them is new. */
function joinDivided(
  groups: readonly BlockGroup[],
  before: readonly ComparedBlock[],
  after: readonly ComparedBlock[],
): BlockGroup[] {
  const joined: BlockGroup[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last !== undefined && belongTogether(last, group, before, after))
      joined[joined.length - 1] = {
        before: [...last.before, ...group.before],
        after: [...last.after, ...group.after],
      };
    else joined.push(group);
  }
  return joined;
}

function belongTogether(
  one: BlockGroup,
  other: BlockGroup,
  before: readonly ComparedBlock[],
  after: readonly ComparedBlock[],
): boolean {
  const [pair, single] = isPair(one) ? [one, other] : [other, one];
  if (!isPair(pair) || isPair(single)) return false;
  const isAdded = single.before.length === 0;
  const whole = bagOfAll(isAdded ? pair.before : pair.after, isAdded ? before : after);
  const kept = bagOfAll(isAdded ? pair.after : pair.before, isAdded ? after : before);
  const part = bagOfAll(isAdded ? single.after : single.before, isAdded ? after : before);
  return common(part, without(whole, kept)) / Math.max(1, sizeOf(part)) >= leastContained;
}

function isPair({ before, after }: BlockGroup): boolean {
  return before.length > 0 && after.length > 0;
}

type Bag = ReadonlyMap<string, number>;

function bagOfAll(indexes: readonly number[], blocks: readonly ComparedBlock[]): Bag {
  return countWords(indexes.map((index) => blocks[index]?.source ?? '').join('\n'));
}

function countWords(source: string): Bag {
  const counts = new Map<string, number>();
  for (const [word] of source.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function common(left: Bag, right: Bag): number {
  let count = 0;
  for (const [word, times] of left) count += Math.min(times, right.get(word) ?? 0);
  return count;
}

function without(bag: Bag, taken: Bag): Bag {
  return new Map([...bag].map(([word, times]) => [word, Math.max(0, times - (taken.get(word) ?? 0))]));
}

function sizeOf(bag: Bag): number {
  let size = 0;
  for (const times of bag.values()) size += times;
  return size;
}
