import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { AnnotateError, type FeedEvent } from '@annotate-mcp/core';

import { unreadableError } from '../files/failures.ts';

import { Feed } from './feed.ts';

const half = unreadableError('review.json', 'is not valid JSON');
const changed: FeedEvent = { type: 'resync', cursor: 'b' };
const unchanged: FeedEvent = { type: 'changes', changes: [], cursor: 'b' };
let found: AnnotateError | FeedEvent;
let events: FeedEvent[];
let errors: unknown[];
let feed: Feed;

beforeEach(() => {
  vi.useFakeTimers();
  [events, errors] = [[], []];
  feed = new Feed({
    changesSince: (cursor) => {
      if (found instanceof AnnotateError) throw found;
      return cursor === found.cursor ? unchanged : found;
    },
    mayHaveChanged: () => false,
    wakeFiles: [],
    safetyCheckMs: null,
  });
});

afterEach(() => {
  feed.close();
  vi.useRealTimers();
});

async function subscribe(): Promise<void> {
  feed.subscribe('a', { event: (event) => void events.push(event), error: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(0);
}

it('reads a file again that is being rewritten in place, and reports no error', async () => {
  found = half;
  await subscribe();
  await vi.advanceTimersByTimeAsync(300);
  found = changed;
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toEqual([changed]);
  expect(errors).toEqual([]);
});

it('reports a file once that stays unreadable, and again when it is damaged another time', async () => {
  found = half;
  await subscribe();
  await vi.advanceTimersByTimeAsync(2_000);
  feed.wake();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(errors).toEqual([half]);
  found = changed;
  feed.wake();
  await vi.advanceTimersByTimeAsync(0);
  found = half;
  feed.wake();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual([changed]);
  expect(errors).toEqual([half, half]);
});

it('reports at once what waiting does not change', async () => {
  found = new AnnotateError('store/newer', 'It is of a newer release.', { hint: 'Update.' });
  await subscribe();
  expect(errors).toEqual([found]);
});
