import { expect, it } from 'vitest';

import { TokenBucket } from './token-bucket.ts';

it('lets a burst pass, then so many a second, and says how long to wait', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 10, burst: 3 }, () => now);
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0]);
  expect(bucket.take()).toBe(100);
  now = 50;
  expect(bucket.take()).toBe(50);
  now = 100;
  expect(bucket.take()).toBe(0);
  expect(bucket.take()).toBe(100);
  now = 60_000;
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 100]);
});
