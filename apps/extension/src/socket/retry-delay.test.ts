import { expect, it } from 'vitest';

import { retryDelay } from './retry-delay.ts';

const here = 'http://127.0.0.1:3456';

it('asks a server on this machine at least once a second, for some minutes', () => {
  const delays = Array.from({ length: 30 }, (_, attempt) =>
    retryDelay({ url: here, attempt, awayMs: attempt * 1_000 }),
  );
  expect(Math.max(...delays)).toBe(1_000);
  expect(retryDelay({ url: here, attempt: 200, awayMs: 200_000 })).toBe(25_000);
});

it.each([
  { name: 'a server on another machine', url: 'http://192.168.0.7:3456' },
  { name: 'a server that refuses', url: '' },
])('asks $name less and less often', ({ url }) => {
  const delays = Array.from({ length: 8 }, (_, attempt) => retryDelay({ url, attempt, awayMs: 0 }));
  expect(delays).toEqual([500, 1_000, 2_000, 5_000, 10_000, 25_000, 25_000, 25_000]);
});
