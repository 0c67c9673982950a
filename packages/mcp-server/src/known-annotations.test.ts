import { expect, it, onTestFinished, vi } from 'vitest';

import { type Annotation, type Reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { KnownAnnotations } from './known-annotations.ts';

async function openKnown(...annotations: readonly Annotation[]) {
  const store = await openStore('memory:');
  onTestFinished(() => store.close());
  for (const annotation of annotations) await store.add(annotation);
  const lists = vi.spyOn(store, 'list');
  return { store, lists, known: new KnownAnnotations(store) };
}

const idsOf = async (known: KnownAnnotations) => (await known.list()).map(({ id }) => id);

it('reads the store once, and then only what has changed', async () => {
  const { store, lists, known } = await openKnown(sampleAnnotation({ id: uuidOf(1) }));
  expect(await idsOf(known)).toEqual([uuidOf(1)]);
  lists.mockClear();
  await store.add(sampleAnnotation({ id: uuidOf(2) }));
  await store.remove(uuidOf(1));
  expect(await idsOf(known)).toEqual([uuidOf(2)]);
  expect(lists).not.toHaveBeenCalled();
});

it('forgets what is closed, unless a reply in it mentions someone', async () => {
  const mention: Reply = {
    id: uuidOf(9),
    author: 'user',
    message: 'What do you think?',
    createdAt: sampleTime.toISOString(),
    mentions: [{ type: 'agent', name: 'codex' }],
  };
  const { store, known } = await openKnown(sampleAnnotation({ id: uuidOf(1) }), {
    ...sampleAnnotation({ id: uuidOf(2) }),
    replies: [mention],
  });
  expect(await idsOf(known)).toEqual([uuidOf(1), uuidOf(2)]);
  for (const n of [1, 2])
    await store.update(uuidOf(n), (annotation) => resolve(annotation, sampleAgent, sampleTime));
  expect(await known.list()).toMatchObject([{ id: uuidOf(2), status: 'resolved', replies: [mention] }]);
});

it('the copy has every change that was made before it was asked, also when several ask at once', async () => {
  const { store, known } = await openKnown();
  const asked: Promise<string[]>[] = [idsOf(known)];
  for (let n = 1; n <= 5; n++) {
    await store.add(sampleAnnotation({ id: uuidOf(n) }));
    asked.push(idsOf(known), idsOf(known));
  }
  const answers = await Promise.all(asked);
  for (const [index, ids] of answers.entries()) {
    const before = Math.ceil(index / 2);
    expect(ids).toEqual(expect.arrayContaining(Array.from({ length: before }, (_, n) => uuidOf(n + 1))));
  }
});

it('reads again after a failure', async () => {
  const { lists, known } = await openKnown(sampleAnnotation({ id: uuidOf(1) }));
  lists.mockRejectedValueOnce(new Error('away'));
  await expect(known.list()).rejects.toThrow('away');
  expect(await idsOf(known)).toEqual([uuidOf(1)]);
});
