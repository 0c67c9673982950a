import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createReloader } from './reloader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reloads once for many events, and again for what happens meanwhile', async () => {
  const answer = Promise.withResolvers<null>();
  let count = 0;
  const reloader = createReloader(async () => {
    count++;
    await answer.promise;
  });
  for (let event = 0; event < 100; event++) reloader.soon();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count).toBe(1);
  reloader.soon();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBe(1);
  answer.resolve(null);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count).toBe(2);
});

it('reloads nothing after it was closed', async () => {
  let count = 0;
  const reloader = createReloader(async () => void count++);
  reloader.soon();
  reloader.close();
  reloader.soon();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count).toBe(0);
});
