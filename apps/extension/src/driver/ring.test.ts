import { expect, it } from 'vitest';

import { Ring } from './ring.ts';

const all = () => true;

function filled(count: number): Ring<{ seq: number }> {
  const ring = new Ring<{ seq: number }>(10);
  for (let n = 0; n < count; n++) ring.add((seq) => ({ seq }));
  return ring;
}

it('tells a page at a time, and from where to go on', () => {
  const ring = filled(5);
  expect(ring.page(0, 2, all)).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], last: 2, more: 3 });
  expect(ring.page(2, 9, all)).toMatchObject({ last: 5, more: 0 });
  expect(ring.page(5, 9, all)).toMatchObject({ entries: [], last: 5 });
});

it('lets the oldest go, and says how many', () => {
  const { entries, dropped } = filled(11).page(0, 99, all);
  expect(entries.at(-1)).toEqual({ seq: 11 });
  expect(dropped).toBe(11 - entries.length);
});

it('counts only what was asked for as more', () => {
  const odd = ({ seq }: { seq: number }) => seq % 2 === 1;
  expect(filled(6).page(0, 1, odd)).toMatchObject({ entries: [{ seq: 1 }], last: 1, more: 2 });
});
