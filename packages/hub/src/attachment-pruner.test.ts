import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { AttachmentPruner } from './attachment-pruner.ts';
import { Attachments } from './attachments.ts';

const screenshot = `${'a'.repeat(64)}.webp`;

async function prunerOf(list?: (store: Store) => Store['list']) {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  const removed: string[] = [];
  const errors: unknown[] = [];
  const pruner = new AttachmentPruner({
    store: list === undefined ? store : { ...store, list: list(store) },
    attachments: new Attachments({
      put: () => Promise.resolve(),
      get: () => Promise.resolve(null),
      list: () => Promise.resolve([]),
      remove: (name: string) => Promise.resolve(void removed.push(name)),
    }),
    onError: (error) => errors.push(error),
  });
  const end = async () => {
    await pruner.close();
    expect(errors).toEqual([]);
  };
  return { store, pruner, removed, end };
}

it('lets others have their turn between two portions of what it reads, and knows then what each annotation names', async () => {
  let turn = 0;
  const over = new AbortController();
  const turns = (async () => {
    for (; !over.signal.aborted; turn++) await nextTurn();
  })();
  const turnsOfReads: number[] = [];
  const { store, pruner, removed, end } = await prunerOf((read) => (...asked) => {
    turnsOfReads.push(turn);
    return read.list(...asked);
  });
  const many = 120;
  for (let n = 1; n <= many; n++)
    await store.add(
      Object.assign(sampleAnnotation({ id: uuidOf(n), kind: 'element' }), n === 1 && { screenshot }),
    );
  pruner.start();
  // Closed annotations have a list of their own.
  await expect.poll(() => turnsOfReads.length).toBe(Math.ceil(many / 50) + 1);
  expect(new Set(turnsOfReads).size).toBe(turnsOfReads.length);

  // What it names now is not what it named: that is known from the first reading only.
  const annotation = sampleAnnotation({ id: uuidOf(1) });
  await store.update(annotation.id, () => annotation);
  const cursor = await store.head();
  const change = { type: 'updated', cursor, annotation, previousStatus: 'pending' } as const;
  pruner.follow({ type: 'changes', changes: [change], cursor });
  await expect.poll(() => removed).toEqual([screenshot]);
  over.abort();
  await turns;
  await end();
});

it('reads no more of a large store than its newest annotations', async () => {
  let asked = 0;
  const { store, pruner, end } = await prunerOf((read) => (...given) => {
    asked++;
    return read.list(...given);
  });
  for (let n = 1; n <= 800; n++) await store.add(sampleAnnotation({ id: uuidOf(n) }));
  pruner.start();
  await expect.poll(() => asked).toBe(500 / 50 + 1);
  await end();
  expect(asked).toBe(500 / 50 + 1);
});

it('keeps a picture that a draft or a comment from elsewhere still names', async () => {
  const { store, pruner, removed, end } = await prunerOf();
  const other = `${'b'.repeat(64)}.webp`;
  await store.add(
    Object.assign(sampleAnnotation({ id: uuidOf(1), kind: 'element', status: 'draft' }), { screenshot }),
  );
  const removal = (n: number, name: string) => ({
    type: 'removed' as const,
    cursor: `${n}`,
    annotation: Object.assign(sampleAnnotation({ id: uuidOf(n), kind: 'element' }), { screenshot: name }),
  });
  pruner.follow({ type: 'changes', changes: [removal(2, screenshot), removal(3, other)], cursor: '3' });
  await expect.poll(() => removed).toEqual([other]);
  await end();
  expect(removed).toEqual([other]);
});
