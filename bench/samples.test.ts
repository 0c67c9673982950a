import { expect, it } from 'vitest';

import { describeGoal, medianOf, ratioOf } from './samples.ts';

const pairs = (count: number, ratio: number) =>
  Array.from({ length: count }, (_, n) => ({ ours: ratio * (10 + (n % 5)), baseline: 10 + (n % 7) }));

it('what is compared is the ratio of the medians, with an interval around it', () => {
  const { value, low, high } = ratioOf(pairs(42, 2));
  expect(low).toBeLessThanOrEqual(value);
  expect(high).toBeGreaterThanOrEqual(value);
  expect(value).toBeCloseTo((2 * 12) / 13, 1);
  expect(high - low).toBeLessThan(0.7);
});

it('the ratio is the same for the same samples', () => {
  expect(medianOf([1, 5, 2, 8, 3])).toEqual(medianOf([1, 5, 2, 8, 3]));
});

it('refuses a ratio of few pairs', () => {
  expect(() => ratioOf(pairs(29, 2))).toThrow('30 pairs');
});

it('calls a goal met only when the noise does not reach it', () => {
  expect(describeGoal({ value: 2, low: 1.9, high: 2.4 }, 2.5)).toBe('≤ 2.5: met');
  expect(describeGoal({ value: 2.4, low: 2.2, high: 2.6 }, 2.5)).toBe('≤ 2.5: within the noise');
  expect(describeGoal({ value: 3, low: 2.8, high: 3.2 }, 2.5)).toBe('≤ 2.5: missed');
});
