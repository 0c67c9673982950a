import { cpSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { acknowledge, type Addressee, type Annotation, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { factsOf, listFacts, listLeftOut } from '../facts.ts';
import { partsOf } from '../joined/join-stores.ts';
import type { Store } from '../store.ts';

import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';
import { Worker } from './worker-process.ts';

const open = ['pending', 'acknowledged'] as const;
const numbered = (n: number, values: Partial<Annotation> = {}) =>
  ({ ...sampleAnnotation({ id: uuidOf(n), pageUrl: `/${n}` }), ...values }) as Annotation;
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort();

/** What lists and counts are made from without reading the records: it has to be what the records say. */
export function factsContract(subject: Subject): void {
  const testBed = createTestBed(subject);

  /** Compares the facts of the store with its records. */
  async function expectFacts(store: Store, own: readonly number[], withheld = 0): Promise<void> {
    const { annotations } = await store.list({ status: open, origin: 'own' }, { limit: 1_000 });
    const facts = await listFacts(store, { status: open });
    const inOrder = (all: readonly { id: string }[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder(facts)).toEqual(inOrder(annotations.map(factsOf)));
    expect(idsOf(facts)).toEqual(own.map((n) => uuidOf(n)));
    expect(await store.count({ status: open, origin: 'own' })).toBe(own.length);
    expect(await store.count({ origin: 'repository' })).toBe(withheld);
    const parts = await Promise.all(partsOf(store).map(listLeftOut));
    expect(parts.flatMap((part) => part.withheld)).toHaveLength(withheld);
    expect(parts.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  }

  describe('facts', () => {
    it('are those of the records, after every kind of change', async () => {
      const store = await testBed.open(testBed.folder());
      for (const n of [1, 2, 3, 4]) await store.add(numbered(n));
      await store.add(numbered(5, { origin: 'repository' }));
      await store.add(numbered(6, { status: 'draft' }));
      await expectFacts(store, [1, 2, 3, 4], 1);
      await store.update(uuidOf(1), (each) => acknowledge(each, sampleAgent, sampleTime));
      const mentions: Addressee[] = [{ type: 'agent', name: 'codex' }];
      const words = { id: uuidOf(90), message: '@codex?', mentions };
      await store.update(uuidOf(2), (each) => reply(each, sampleAuthor, sampleTime, words));
      await store.update(uuidOf(3), (each) => resolve(each, sampleAuthor, sampleTime));
      await store.remove(uuidOf(4));
      await expectFacts(store, [1, 2], 1);
      await store.adopt([uuidOf(5)]);
      await expectFacts(store, [1, 2, 5]);
    });

    it('can be asked for the newest of those that agents may see', async () => {
      const store = await testBed.open(testBed.folder());
      for (const n of [1, 2, 3, 4]) await store.add(numbered(n, n === 3 ? { origin: 'repository' } : {}));
      const newest = await listFacts(store, { status: ['pending'] }, { order: 'newest', limit: 2 });
      expect(newest.map(({ id }) => id)).toEqual([uuidOf(4), uuidOf(2)]);
    });

    if (subject.reach !== 'machine') return;

    it('have what other processes write', { timeout: 60_000 }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      await store.add(numbered(1));
      await expectFacts(store, [1]);
      const workers = [await Worker.on(subject, folder, testBed), await Worker.on(subject, folder, testBed)];
      await Promise.all(
        workers.map((worker, index) =>
          worker.do({ type: 'append', from: 10 * (index + 1), count: 5, size: 'small' }),
        ),
      );
      await workers[0]?.do({ type: 'claim', id: uuidOf(1), agentId: 'agent-2' });
      const added = [10, 11, 12, 13, 14, 20, 21, 22, 23, 24];
      await expectFacts(store, [1, ...added]);
    });

    if (subject.file === undefined) return;

    it('of a copied store are those of what the other user may see', async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      for (const n of [1, 2]) await store.add(numbered(n));
      await store.close();
      const clone = { folder: testBed.folder(), configFolder: testBed.folder() };
      cpSync(folder, clone.folder, { recursive: true });
      const theirs = await testBed.open(clone.folder, clone);
      await expectFacts(theirs, [], 2);
      await theirs.add(numbered(3));
      await expectFacts(theirs, [3], 2);
    });
  });
}
