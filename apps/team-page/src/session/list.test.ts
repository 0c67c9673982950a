import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createReloader, withRest, withUnread } from './list.ts';

it('a portion that was read again keeps what is listed below it', () => {
  const before = { listed: ['a', 'b', 'c', 'd'], next: 'after d' };
  expect(withRest(['x', 'a'], { limit: 2, next: 'after a' }, before)).toEqual({
    listed: ['x', 'a', 'c', 'd'],
    next: 'after d',
  });
});

it('a portion that is the whole list leaves nothing below it', () => {
  const before = { listed: ['a', 'b', 'c'], next: 'after c' };
  expect(withRest(['a'], { limit: 2, next: null }, before)).toEqual({ listed: ['a'], next: null });
});

it('the first portion of a list is the list', () => {
  const before = { listed: null, next: null };
  expect(withRest(['a'], { limit: 50, next: 'after a' }, before)).toEqual({ listed: ['a'], next: 'after a' });
});

it('only an answer that has an annotation says whether it is unread', () => {
  const [first, second] = [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) }));
  const answer = {
    annotations: first && second ? [first, second] : [],
    unread: [uuidOf(2)],
    next: null,
    cursor: '',
  };
  expect([...withUnread(new Set([uuidOf(1), uuidOf(3)]), answer)].sort()).toEqual([uuidOf(2), uuidOf(3)]);
});

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
