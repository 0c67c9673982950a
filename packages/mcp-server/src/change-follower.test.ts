import { expect, it, onTestFinished, vi } from 'vitest';

import type { Change } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { followerOf, type KeptPart } from './change-follower.ts';

class KeptIds implements KeptPart {
  readonly noted: string[] = [];
  reads = 0;
  gaps = 0;

  async read(): Promise<void> {
    this.reads++;
  }

  note({ annotation }: Change): void {
    this.noted.push(annotation.id);
  }

  forget(): void {
    this.gaps++;
  }
}

async function openFollowed() {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  return { store, follower: followerOf(store), changesSince: vi.spyOn(store, 'changesSince') };
}

it('reads changes once for all parts', async () => {
  const { store, follower, changesSince } = await openFollowed();
  const [one, other] = [new KeptIds(), new KeptIds()];
  for (const part of [one, other]) await follower.bringUpToDate(part);
  changesSince.mockClear();
  await store.add(sampleAnnotation({ id: uuidOf(1) }));
  const asOf = performance.now();
  await Promise.all([follower.bringUpToDate(one, asOf), follower.bringUpToDate(other, asOf)]);
  expect([one.noted, other.noted]).toEqual([[uuidOf(1)], [uuidOf(1)]]);
  expect(changesSince).toHaveBeenCalledOnce();
});

it('reads again for a caller that asks after a change, and not for one that is content with what was read', async () => {
  const { store, follower, changesSince } = await openFollowed();
  const part = new KeptIds();
  const asOf = performance.now();
  await follower.bringUpToDate(part, asOf);
  await store.add(sampleAnnotation({ id: uuidOf(1) }));
  await follower.bringUpToDate(part, asOf);
  expect(changesSince).not.toHaveBeenCalled();
  await follower.bringUpToDate(part);
  expect(part.noted).toEqual([uuidOf(1)]);
});

it('reads a part from the start that changes were missed of, or that could not be read', async () => {
  const { follower, changesSince } = await openFollowed();
  const part = new KeptIds();
  const read = vi.spyOn(part, 'read').mockRejectedValueOnce(new Error('away'));
  await expect(follower.bringUpToDate(part)).rejects.toThrow('away');
  await follower.bringUpToDate(part);
  expect(read).toHaveBeenCalledTimes(2);
  changesSince.mockResolvedValueOnce({ type: 'resync', cursor: 'elsewhere' });
  const { gaps } = part;
  await follower.bringUpToDate(part);
  expect(part.gaps).toBe(gaps + 1);
  expect(read).toHaveBeenCalledTimes(3);
});

it('notes nothing for a part that was dropped', async () => {
  const { store, follower } = await openFollowed();
  const [kept, dropped] = [new KeptIds(), new KeptIds()];
  for (const part of [kept, dropped]) await follower.bringUpToDate(part);
  follower.drop(dropped);
  await store.add(sampleAnnotation({ id: uuidOf(1) }));
  await follower.bringUpToDate(kept);
  expect([kept.noted, dropped.noted]).toEqual([[uuidOf(1)], []]);
});

it('does not read again what a subscription has told, and reads what was written beside it', async () => {
  const { store, follower, changesSince } = await openFollowed();
  const part = new KeptIds();
  await follower.bringUpToDate(part);
  const from = await store.head();
  await store.add(sampleAnnotation({ id: uuidOf(1) }));
  const event = await store.changesSince(from);
  changesSince.mockClear();
  await follower.hear(from, event);
  await follower.bringUpToDate(part, event.cursor);
  expect(part.noted).toEqual([uuidOf(1)]);
  expect(changesSince).not.toHaveBeenCalled();
  await store.add(sampleAnnotation({ id: uuidOf(2) }));
  // An event that does not follow what is known leaves it as it is.
  await follower.hear(from, { type: 'changes', changes: [], cursor: 'elsewhere' });
  await follower.bringUpToDate(part, 'elsewhere');
  expect(part.noted).toEqual([uuidOf(1), uuidOf(2)]);
});
