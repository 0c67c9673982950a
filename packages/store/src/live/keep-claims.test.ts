import { expect, it, onTestFinished, vi } from 'vitest';

import { openStore } from '../open-store.ts';

import { keepClaims } from './keep-claims.ts';

async function createKept() {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  const { promise, reject } = Promise.withResolvers<never>();
  const list = vi.spyOn(store, 'list').mockReturnValueOnce(promise);
  const errors: unknown[] = [];
  const keeping = keepClaims(
    store,
    () => new Date(),
    (error) => errors.push(error),
  );
  await expect.poll(() => list).toHaveBeenCalledOnce();
  return { keeping, list, errors, fail: reject };
}

it('looks again when the store could not be read', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { keeping, list, errors, fail } = await createKept();
  const locked = new Error('The store is locked.');
  fail(locked);
  await expect.poll(() => errors).toEqual([locked]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(list).toHaveBeenCalledTimes(2);
  keeping.close();
});

it('says nothing of a read that fails after it was closed, and does not look again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { keeping, list, errors, fail } = await createKept();
  keeping.close();
  fail(new Error('The store is closed.'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(errors).toEqual([]);
  expect(list).toHaveBeenCalledOnce();
});
