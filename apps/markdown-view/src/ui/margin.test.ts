import { expect, it } from 'vitest';

import { stack, type StackedCard } from './margin.tsx';

const cards = (...wanted: number[]): StackedCard[] =>
  wanted.map((at, n) => ({ id: `c${n}`, wanted: at, height: 50 }));
const tops = (of: readonly StackedCard[], active: string | null) => [...stack(of, active).values()];

it('leaves cards beside their text while they do not overlap', () => {
  expect(tops(cards(0, 100, 300), null)).toEqual([0, 100, 300]);
});

it('moves the cards below down when they would overlap', () => {
  expect(tops(cards(10, 20, 30), null)).toEqual([10, 68, 126]);
});

it('puts the open card exactly beside its text and moves the others away', () => {
  expect(tops(cards(180, 190, 200), 'c2')).toEqual([84, 142, 200]);
});

it('moves all cards down when there is no space above', () => {
  expect(tops(cards(10, 20, 30), 'c2')).toEqual([0, 58, 116]);
});

it('never lets two cards overlap, whichever is open', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({
    id: `c${n}`,
    wanted: Math.floor(n / 4) * 90,
    height: 40 + ((n * 37) % 80),
  }));
  for (const active of [null, 'c0', 'c17', 'c59']) {
    const placed = stack(many, active);
    many.reduce((floor, { id, height }) => {
      const top = placed.get(id) ?? NaN;
      expect(top).toBeGreaterThanOrEqual(floor);
      return top + height;
    }, 0);
  }
});

it('returns no positions for no cards', () => {
  expect(stack([], 'x').size).toBe(0);
});
