import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Reachability } from './reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets all that wait for a server that is away share one limit, and try for a second after it', () => {
  const reachability = new Reachability();
  expect(reachability.patienceMs(30_000)).toBe(30_000);
  reachability.lost();
  vi.advanceTimersByTime(20_000);
  reachability.lost();
  expect(reachability.patienceMs(30_000)).toBe(10_000);
  vi.advanceTimersByTime(60_000);
  expect(reachability.patienceMs(30_000)).toBe(1_000);
  // A process that ends is in a hurry.
  expect(reachability.patienceMs(300)).toBe(300);
  reachability.found();
  expect(reachability.patienceMs(30_000)).toBe(30_000);
});

it('counts what works as found, and repeats only what a lost connection has broken', async () => {
  const reachability = new Reachability();
  const lost = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValue('done');
  const done = reachability.whenReachable(30_000, work);
  await vi.advanceTimersByTimeAsync(10);
  expect(await done).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(reachability.patienceMs(30_000)).toBe(30_000);
  await expect(reachability.whenReachable(30_000, () => Promise.reject(new Error('other')))).rejects.toThrow(
    'other',
  );
});
