import { expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { agentStoreOf } from '../agent-store.ts';

import { ChangeSignal } from './change-signal.ts';

it('wakes at a change that matters, and not at others', async () => {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  const seen: string[] = [];
  const signal = new ChangeSignal(agentStoreOf(store), await store.head(), (changes) => {
    seen.push(...(changes ?? []).map(({ annotation }) => annotation.id));
    return changes?.some(({ annotation }) => annotation.status === 'pending') ?? true;
  });
  onTestFinished(() => signal.close());
  let isAwake = false;
  const woken = signal.wait(60_000, new AbortController().signal).then(() => (isAwake = true));
  await store.add(sampleAnnotation({ id: uuidOf(1), status: 'resolved' }));
  await store.add(sampleAnnotation({ id: uuidOf(2), status: 'acknowledged' }));
  await expect.poll(() => seen).toEqual([uuidOf(1), uuidOf(2)]);
  expect(isAwake).toBe(false);
  await store.add(sampleAnnotation({ id: uuidOf(3) }));
  await woken;
  expect(seen.at(-1)).toBe(uuidOf(3));
});
