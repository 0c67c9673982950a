import { expect, it } from 'vitest';

import { RingBuffer } from './ring-buffer.ts';

const all = () => true;

function filledBuffer(count: number): RingBuffer<{ seq: number }> {
  const buffer = new RingBuffer<{ seq: number }>(10);
  for (let n = 0; n < count; n++) buffer.add((seq) => ({ seq }));
  return buffer;
}

it('returns a page at a time, and where the next one begins', () => {
  const buffer = filledBuffer(5);
  expect(buffer.page(0, 2, all)).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], last: 2, more: 3 });
  expect(buffer.page(2, 9, all)).toMatchObject({ last: 5, more: 0 });
  expect(buffer.page(5, 9, all)).toMatchObject({ entries: [], last: 5 });
});

it('removes the oldest entries, and says how many', () => {
  const { entries, dropped } = filledBuffer(11).page(0, 99, all);
  expect(entries.at(-1)).toEqual({ seq: 11 });
  expect(dropped).toBe(11 - entries.length);
});

it('counts only matching entries as more', () => {
  const odd = ({ seq }: { seq: number }) => seq % 2 === 1;
  expect(filledBuffer(6).page(0, 1, odd)).toMatchObject({ entries: [{ seq: 1 }], last: 1, more: 2 });
});
