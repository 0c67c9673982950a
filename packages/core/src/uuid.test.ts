import { expect, it } from 'vitest';

import { isUuid, randomUuid } from './uuid.ts';

it('makes UUIDs that differ, with and without crypto.randomUUID', () => {
  const plainHttp = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const made = Array.from({ length: 500 }, (_, n) => (n % 2 === 0 ? randomUuid() : randomUuid(plainHttp)));
  expect(made.filter((id) => !isUuid(id))).toEqual([]);
  expect(made.filter((id) => id[14] !== '4')).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

it('takes nothing else for a UUID', () => {
  expect(['', null, undefined, 7, 'x'.repeat(36)].some(isUuid)).toBe(false);
});
