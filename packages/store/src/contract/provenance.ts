import { cpSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { acknowledge, type Annotation, editText, isVisibleToAgents } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { RepositoryTrust } from '../trust/index.ts';

import { listAll, Reader } from './reader.ts';
import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';

const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n), pageUrl: `/${n}` });
const foreign = (n: number): Annotation => ({ ...numbered(n), origin: 'repository' });

/** Which records were written by this user on this machine, and which came with the repository. */
export function provenanceContract(subject: Subject): void {
  const testBed = createTestBed(subject);

  describe('provenance', () => {
    it('says nothing about what this user writes', async () => {
      const store = await testBed.open(testBed.folder());
      expect(await store.add(numbered(1))).toEqual(numbered(1));
      expect(await store.get(uuidOf(1))).toEqual(numbered(1));
      expect(await store.list({ origin: 'own' })).toMatchObject({ annotations: [numbered(1)] });
      expect(await store.count({ origin: 'repository' })).toBe(0);
    });

    it('of what is added as coming from elsewhere is kept through every move', async () => {
      const store = await testBed.open(testBed.folder());
      expect(await store.add(foreign(1))).toEqual(foreign(1));
      await store.add(numbered(2));
      const start = await store.head();
      await store.update(uuidOf(1), (a) => editText(a, sampleAuthor, sampleTime, 'bolder'));
      const moved = await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime));
      expect(moved?.after).toMatchObject({ origin: 'repository', status: 'acknowledged' });
      // A move cannot take the mark away, and cannot give it.
      await store.update(uuidOf(1), ({ origin: _origin, ...a }) => ({ ...a, annotationText: 'mine' }));
      await store.update(uuidOf(2), (a) => ({ ...a, annotationText: 'not mine', origin: 'repository' }));
      expect((await store.get(uuidOf(1)))?.origin).toBe('repository');
      expect((await store.get(uuidOf(2)))?.origin).toBeUndefined();
      const event = await store.changesSince(start);
      const seen = event.type === 'changes' ? event.changes.map((change) => change.annotation) : [];
      expect(seen.filter(isVisibleToAgents).map(({ id }) => id)).toEqual([uuidOf(2)]);
    });

    it('is asked for by readers', async () => {
      const store = await testBed.open(testBed.folder());
      for (const annotation of [numbered(1), foreign(2), numbered(3), foreign(4)])
        await store.add(annotation);
      const own = await store.list({ origin: 'own', status: ['pending'] }, { limit: 2 });
      expect(own).toEqual({ annotations: [numbered(1), numbered(3)], nextCursor: null });
      expect(await store.count({ origin: 'repository' })).toBe(2);
      expect(await store.places({ origin: 'own' })).toEqual(['/1', '/3']);
      expect(await store.places()).toHaveLength(4);
    });

    it('changes when the person adopts an annotation, which wakes readers', async () => {
      const store = await testBed.open(testBed.folder());
      for (const annotation of [foreign(1), foreign(2), numbered(3)]) await store.add(annotation);
      const reader = await Reader.fromNow(store);
      const asked = [uuidOf(1), uuidOf(1), uuidOf(3), uuidOf(99)];
      expect(await store.adopt(asked)).toEqual([numbered(1)]);
      await reader.until(() => reader.changes.length > 0);
      expect(reader.changes).toMatchObject([{ type: 'updated', annotation: { id: uuidOf(1) } }]);
      expect(reader.copy.get(uuidOf(1))).toEqual(numbered(1));
      expect(await store.adopt(asked)).toEqual([]);
      expect(await store.count({ origin: 'own' })).toBe(2);
      const moved = await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime));
      expect(moved?.after?.origin).toBeUndefined();
    });

    const { file } = subject;
    if (file === undefined) return;

    /** The folder as another user finds it after cloning. */
    function cloneOf(folder: string): { folder: string; configFolder: string } {
      const clone = testBed.folder();
      cpSync(folder, clone, { recursive: true });
      return { folder: clone, configFolder: testBed.folder() };
    }

    async function filledFolder(): Promise<string> {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      for (const annotation of [numbered(1), numbered(2), foreign(3)]) await store.add(annotation);
      await store.close();
      return folder;
    }

    it('survives closing', async () => {
      const store = await testBed.open(await filledFolder());
      expect(await listAll(store)).toEqual([numbered(1), numbered(2), foreign(3)]);
    });

    it('of everything in a copied store is the repository, for another user', async () => {
      const clone = cloneOf(await filledFolder());
      const store = await testBed.open(clone.folder, clone);
      expect(await listAll(store)).toEqual([foreign(1), foreign(2), foreign(3)]);
      expect(await store.list({ origin: 'own' })).toMatchObject({ annotations: [] });
      await store.add(numbered(4));
      expect(await store.adopt([uuidOf(2)])).toEqual([numbered(2)]);
      await store.close();
      const again = await testBed.open(clone.folder, clone);
      expect(await listAll(again)).toEqual([foreign(1), numbered(2), foreign(3), numbered(4)]);
    });

    it('of a record that was changed by other means is the repository', async () => {
      const folder = await filledFolder();
      await file.tamper(file.path(folder), '"pageUrl":"/1"', '"pageUrl":"/x"');
      const store = await testBed.open(folder);
      const [first, ...others] = await listAll(store);
      expect(first).toMatchObject({ id: uuidOf(1), pageUrl: '/x', origin: 'repository' });
      expect(others).toEqual([numbered(2), foreign(3)]);
    });

    it('of a record that claims an origin is not believed', async () => {
      const folder = await filledFolder();
      await file.tamper(file.path(folder), '"kind":"component"', '"kind":"component","origin":"person"');
      const store = await testBed.open(folder);
      expect(await listAll(store)).toEqual([foreign(1), foreign(2), foreign(3)]);
    });

    it('does not matter in a repository that the person trusts, until they do no more', async () => {
      const clone = cloneOf(await filledFolder());
      const trust = new RepositoryTrust(clone.configFolder);
      const store = await testBed.open(clone.folder, { ...clone, safetyCheckMs: 20 });
      const reader = await Reader.fromNow(store);
      trust.trust(clone.folder);
      await reader.until(() => reader.copy.get(uuidOf(1))?.origin === undefined);
      expect(await listAll(store)).toEqual([1, 2, 3].map(numbered));
      expect(await store.count({ origin: 'own' })).toBe(3);
      const moved = await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime));
      expect(moved?.after?.origin).toBeUndefined();
      trust.revoke(clone.folder);
      await reader.until(() => reader.copy.get(uuidOf(1))?.origin === 'repository');
      expect((await listAll(store)).map(({ origin }) => origin)).toEqual(Array(3).fill('repository'));
      expect(await store.count({ origin: 'own' })).toBe(0);
    });
  });
}
