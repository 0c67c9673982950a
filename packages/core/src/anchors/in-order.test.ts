import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pairInOrder } from './in-order.ts';
import { pairLines } from './line-pairs.ts';

describe('pairInOrder', () => {
  it('keeps a repeated entry with its neighbours', () => {
    const { toNew } = pairInOrder(['a', 'x', 'b', 'x', 'c'], ['a', 'b', 'x', 'c']);
    expect([...toNew]).toEqual([0, -1, 1, 2, 3]);
  });

  it('survives a list in which every pair uncovers only one more', () => {
    const nested = Array.from({ length: 20_000 }, (_, index) =>
      String(index % 2 === 0 ? index / 2 : (index - 3) / 2),
    );
    const { toNew } = pairInOrder(['old', ...nested, 'old'], ['new', ...nested, 'new']);
    expect(toNew).toHaveLength(nested.length + 2);
  });

  it('pairs equal entries only, each once, rising on both sides', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });
    fc.assert(
      fc.property(list, list, (before, now) => {
        const { toNew, toOld } = pairInOrder(before, now);
        const paired = [...toNew].filter((index) => index !== -1);
        expect(paired).toEqual([...new Set(paired)].sort((left, right) => left - right));
        toNew.forEach((newIndex, oldIndex) => {
          if (newIndex === -1) return;
          expect(now[newIndex]).toBe(before[oldIndex]);
          expect(toOld[newIndex]).toBe(oldIndex);
        });
      }),
    );
  });
});

describe('pairLines', () => {
  const moved = 'a paragraph that moves';

  it('finds a line that moved past others', () => {
    const { inOrder, all } = pairLines([moved, 'one', 'two', 'three'], ['one', 'two', 'three', moved]);
    expect(inOrder.toNew[0]).toBe(-1);
    expect(all.toNew[0]).toBe(3);
  });

  it('takes the short lines beside a moved one along', () => {
    const { all } = pairLines(['{', moved, '}', 'one', '}', 'two'], ['one', '}', 'two', '{', moved, '}']);
    expect([...all.toNew].slice(0, 3)).toEqual([3, 4, 5]);
  });
});
