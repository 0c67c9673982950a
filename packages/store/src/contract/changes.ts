import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Change, editText, relink } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { Store } from '../store.ts';

import { listAll, Reader } from './reader.ts';
import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';

/** The change feed, as seen by readers in the process that writes. */
export function changesContract(subject: Subject): void {
  const testBed = createTestBed(subject);
  const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });
  const edit = (store: Store, n: number, text: string) =>
    store.update(uuidOf(n), (a) => editText(a, sampleAuthor, sampleTime, text));
  const brief = ({ type, annotation }: Change) =>
    `${type} ${annotation.id.slice(-2)} ${annotation.annotationText}`;

  describe('changes', () => {
    it('carry the annotation as it became', async () => {
      const store = await testBed.open(testBed.folder());
      const reader = await Reader.fromNow(store);
      await store.add(numbered(1));
      await reader.until(() => reader.changes.length === 1);
      await edit(store, 1, 'bolder');
      await reader.until(() => reader.changes.length === 2);
      await store.remove(uuidOf(1));
      await reader.until(() => reader.changes.length === 3);
      expect(reader.changes.map(brief)).toEqual([
        'added 01 Make the price bold',
        'updated 01 bolder',
        'removed 01 bolder',
      ]);
      expect(reader.changes[1]).toMatchObject({ previousStatus: 'pending' });
    });

    it('name the page that an annotation was moved away from', async () => {
      const store = await testBed.open(testBed.folder());
      const reader = await Reader.fromNow(store);
      const moveTo = (pageUrl: string) =>
        store.update(uuidOf(1), (a) =>
          relink(a, sampleAuthor, sampleTime, { kind: 'page', pageUrl, pageTitle: '' }),
        );
      await store.add(sampleAnnotation({ id: uuidOf(1), pageUrl: 'http://localhost:4200/a?utm_source=x' }));
      await reader.until(() => reader.changes.length === 1);
      await moveTo('http://localhost:4200/a#top');
      await reader.until(() => reader.changes.length === 2);
      await moveTo('http://localhost:5173/b');
      await reader.until(() => reader.changes.length === 3);
      expect(reader.changes[1]).not.toHaveProperty('previousPlace');
      expect(reader.changes[2]).toMatchObject({ type: 'updated', previousPlace: '/a' });
    });

    it('are not made by writing what is there already', async () => {
      const store = await testBed.open(testBed.folder());
      await store.add(numbered(1));
      const cursor = await store.head();
      await store.add(numbered(1));
      await edit(store, 1, numbered(1).annotationText);
      await store.updateAll({}, (a) => a);
      expect(await store.changesSince(cursor)).toMatchObject({ type: 'changes', changes: [], cursor });
    });

    it('can be read on from any of their cursors', async () => {
      const store = await testBed.open(testBed.folder());
      const start = await store.head();
      for (const n of [1, 2, 3]) await store.add(numbered(n));
      const all = await store.changesSince(start);
      if (all.type !== 'changes') throw new Error('expected changes');
      expect(all.changes).toHaveLength(3);
      const rest = await store.changesSince(all.changes[0]?.cursor ?? '');
      expect(rest).toEqual({ ...all, changes: all.changes.slice(1) });
      expect(await store.changesSince(all.cursor)).toEqual({ ...all, changes: [] });
      expect(await store.head()).toBe(all.cursor);
    });

    it.each(['', 'x', 'a.b.c', '0.0.', 'ffff.999999.', '🙂'])(
      'answer resync to the foreign cursor %j',
      async (cursor) => {
        const store = await testBed.open(testBed.folder());
        await store.add(numbered(1));
        expect(await store.changesSince(cursor)).toEqual({ type: 'resync', cursor: await store.head() });
        const reader = new Reader(store, cursor);
        await reader.until(() => reader.copy.size === 1);
        expect(reader.resyncs).toBe(1);
      },
    );

    it('answer resync to a reader that is too far behind', async () => {
      const store = await testBed.open(testBed.folder(), { keepChanges: 10 });
      const start = await store.head();
      for (let n = 1; n <= 100; n++) await store.add(numbered(n));
      expect(await store.changesSince(start)).toMatchObject({ type: 'resync' });
      const head = await store.head();
      await store.add(numbered(101));
      expect(await store.changesSince(head)).toMatchObject({ type: 'changes', changes: [{ type: 'added' }] });
    });

    it('of one batch arrive together', async () => {
      const store = await testBed.open(testBed.folder());
      for (const n of [1, 2, 3]) await store.add(numbered(n));
      const events: number[] = [];
      const head = await store.head();
      const done = new Promise<void>((resolve, reject) => {
        store.subscribe(head, {
          event: (event) => {
            if (event.type === 'changes') events.push(event.changes.length);
            resolve();
          },
          error: reject,
        });
      });
      await store.updateAll({}, (a) => editText(a, sampleAuthor, sampleTime, 'all'));
      await done;
      expect(events).toEqual([3]);
    });

    it('reach the other readers when one of them throws or leaves', async () => {
      const store = await testBed.open(testBed.folder());
      const errors: unknown[] = [];
      store.subscribe(await store.head(), {
        event: () => {
          throw new Error('a careless reader');
        },
        error: (error) => errors.push(error),
      });
      const leaving = await Reader.fromNow(store);
      const staying = await Reader.fromNow(store);
      await store.add(numbered(1));
      await staying.until(() => staying.changes.length === 1);
      leaving.close();
      await store.add(numbered(2));
      await staying.until(() => staying.changes.length === 2);
      expect(leaving.changes).toHaveLength(1);
      expect(errors[0]).toEqual(new Error('a careless reader'));
    });

    it('never reach a listener in the middle of its own work', async () => {
      const store = await testBed.open(testBed.folder());
      const seen: string[] = [];
      const done = Promise.withResolvers<undefined>();
      store.subscribe(await store.head(), {
        event: (event) => {
          if (event.type !== 'changes') return;
          seen.push('in');
          const last = event.changes.at(-1)?.annotation.id;
          if (last === uuidOf(1)) void store.add(numbered(2));
          else done.resolve(undefined);
          seen.push('out');
        },
        error: done.reject,
      });
      await store.add(numbered(1));
      await done.promise;
      expect(seen).toEqual(['in', 'out', 'in', 'out']);
    });

    it('bring a reader to where the store is, whatever was done', async () => {
      const operation = fc.record({
        what: fc.constantFrom('add', 'edit', 'remove', 'edit all'),
        n: fc.integer({ min: 1, max: 6 }),
        text: fc.constantFrom('red', 'green', 'blue'),
        wait: fc.boolean(),
      });
      const store = await testBed.open(testBed.folder());
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
          const reader = await Reader.fromNow(store);
          for (const { what, n, text, wait } of operations) {
            const done = perform(store, what, n, text);
            if (wait) await done;
          }
          // The last annotation is its own: when it arrives, all before it have arrived.
          const mark = `mark ${Math.random()}`;
          await store.add(numbered(99));
          await edit(store, 99, mark);
          await reader.until(() => reader.copy.get(uuidOf(99))?.annotationText === mark);
          reader.close();
          const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
          expect([...reader.copy.values()].sort(byId)).toEqual((await listAll(store)).sort(byId));
        }),
        { numRuns: 25 },
      );
    });

    function perform(store: Store, what: string, n: number, text: string): Promise<unknown> {
      if (what === 'add') return store.add(numbered(n));
      if (what === 'edit') return edit(store, n, text);
      if (what === 'remove') return store.remove(uuidOf(n));
      return store.updateAll({}, (a) => editText(a, sampleAuthor, sampleTime, text));
    }
  });
}
