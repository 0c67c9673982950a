import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { AttachmentPruner } from './attachment-pruner.ts';
import { Attachments } from './attachments.ts';

const screenshot = `${'a'.repeat(64)}.webp`;

it('lets others have their turn between two portions of what it reads, and knows then what each annotation names', async () => {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  const many = 120;
  for (let n = 1; n <= many; n++)
    await store.add(sampleAnnotation({ id: uuidOf(n), ...(n === 1 && { screenshot }) }));
  const removed: string[] = [];
  const files = {
    put: () => Promise.resolve(),
    get: () => Promise.resolve(null),
    list: () => Promise.resolve([]),
    remove: (name: string) => Promise.resolve(void removed.push(name)),
  };

  let turn = 0;
  const over = new AbortController();
  const turns = (async () => {
    for (; !over.signal.aborted; turn++) await nextTurn();
  })();
  const turnsOfReads: number[] = [];
  const list: Store['list'] = (...asked) => {
    turnsOfReads.push(turn);
    return store.list(...asked);
  };
  const errors: unknown[] = [];
  const pruner = new AttachmentPruner({
    store: Object.assign(Object.create(store) as Store, { list }),
    attachments: new Attachments(files),
    onError: (error) => errors.push(error),
  });
  pruner.start();
  await expect.poll(() => turnsOfReads.length).toBe(Math.ceil(many / 50));
  expect(new Set(turnsOfReads).size).toBe(turnsOfReads.length);

  // What it names now is not what it named: that is known from the first reading only.
  const annotation = sampleAnnotation({ id: uuidOf(1) });
  const cursor = await store.head();
  const change = { type: 'updated', cursor, annotation, previousStatus: 'pending' } as const;
  pruner.follow({ type: 'changes', changes: [change], cursor });
  await expect.poll(() => removed).toEqual([screenshot]);
  over.abort();
  await turns;
  await pruner.close();
  expect(errors).toEqual([]);
});
