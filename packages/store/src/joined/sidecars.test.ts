import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { acknowledge, editText } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from '../contract/reader.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { hasLinks } from '../testing/machine.ts';
import { RepositoryTrust } from '../trust/repository-trust.ts';

import { partsOf } from './join-stores.ts';
import { mergedSidecars, sidecarFile, withSidecars } from './sidecars.ts';

let root: string;
let configFolder: string;
let closes: (() => unknown)[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate sidecars ')));
  configFolder = join(root, 'config of the user');
  closes = [() => rmSync(root, { recursive: true, force: true })];
});

afterEach(async () => {
  for (const close of closes.reverse()) await close();
});

async function openJoined(url = 'sqlite:'): Promise<Store> {
  const options = { root, configFolder };
  const store = withSidecars(await openStore(url, options), options);
  closes.push(() => store.close());
  return store;
}

/** As a document of another process has it open. */
async function openSidecar(name: string, folder = configFolder): Promise<Store> {
  const options = { root, configFolder: folder, mergedFiles: mergedSidecars, ignoresTrust: true };
  const store = await openStore(`json:${sidecarFile(root, name)}`, options);
  closes.push(() => store.close());
  return store;
}

const at = (seconds: number) => new Date(sampleTime.getTime() + seconds * 1_000);
const commentOf = (n: number) => sampleAnnotation({ id: uuidOf(n), kind: 'markdown', at: at(n) });
const annotationOf = (n: number) => sampleAnnotation({ id: uuidOf(n), at: at(n) });

async function fill(): Promise<{ store: Store; plan: Store; notes: Store }> {
  const [store, plan, notes] = [await openJoined(), await openSidecar('plan'), await openSidecar('notes')];
  for (const n of [1, 4, 7]) await store.add(annotationOf(n));
  for (const n of [2, 5]) await plan.add(commentOf(n));
  for (const n of [3, 6]) await notes.add(commentOf(n));
  return { store, plan, notes };
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('a project store with the sidecars of its documents', () => {
  it('creates neither a folder nor a file for documents that have no comments', async () => {
    const store = await openJoined('memory:');
    await Reader.fromNow(store);
    expect(await store.count()).toBe(0);
    expect(() => readFileSync(join(root, '.claude'))).toThrow('ENOENT');
    expect(() => readFileSync(join(root, '.annotate'))).toThrow('ENOENT');
  });

  it.each(['oldest', 'newest'] as const)('lists all, %s first, on pages of every size', async (order) => {
    const { store } = await fill();
    const expected = [1, 2, 3, 4, 5, 6, 7].map(uuidOf);
    for (let limit = 1; limit <= 8; limit++) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await store.list({}, { limit, order, ...(cursor !== null && { cursor }) });
        expect(page.annotations.length).toBeLessThanOrEqual(limit);
        found.push(...idsOf(page.annotations));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(order === 'oldest' ? expected : expected.toReversed());
    }
    expect(await store.count({ kind: 'markdown' })).toBe(4);
    expect(await store.places()).toEqual(['/cart', 'docs/plan.md']);
  });

  it('makes the moves of an agent in the file of the document, and others see them at once', async () => {
    const { store, notes } = await fill();
    const reader = await Reader.fromNow(notes);
    await store.update(uuidOf(3), (each) => acknowledge(each, sampleAgent, at(9)));
    await reader.until(() => reader.changes.length === 1);
    expect(await notes.get(uuidOf(3))).toMatchObject({ status: 'acknowledged' });
    expect(await notes.get(uuidOf(3))).not.toHaveProperty('origin');
    const other = { ...sampleAgent, agentId: 'agent-2' };
    await expect(store.update(uuidOf(3), (each) => acknowledge(each, other, at(9)))).rejects.toThrow(
      /held by claude-code/,
    );
    expect(await store.remove(uuidOf(6))).toBe(true);
    expect(idsOf(await listAll(notes))).toEqual([uuidOf(3)]);
  });

  it('changes all that match in several files, or none when one move refuses', async () => {
    const { store } = await fill();
    const comments = { kind: 'markdown' } as const;
    const refusing = store.updateAll(comments, (each) => {
      if (each.id === uuidOf(6)) throw new Error('the last one refuses');
      return editText(each, sampleAuthor, at(9), 'changed');
    });
    await expect(refusing).rejects.toThrow('the last one refuses');
    const updated = await store.updateAll(comments, (each) => editText(each, sampleAuthor, at(9), 'changed'));
    expect(updated.map(({ before, after }) => [before.annotationText, after?.annotationText])).toEqual(
      Array.from({ length: 4 }, () => ['Make the price bold', 'changed']),
    );
    expect((await listAll(store)).filter(({ annotationText }) => annotationText === 'changed')).toHaveLength(
      4,
    );
  });

  it('reports changes of both, and of documents that get their first comment later', async () => {
    const store = await openJoined();
    const reader = await Reader.fromNow(store);
    const plan = await openSidecar('plan');
    await plan.add(commentOf(1));
    await reader.until(() => reader.copy.size === 1);
    await store.add(annotationOf(2));
    await reader.until(() => reader.copy.size === 2);
    const cursor = reader.changes.at(-1)?.cursor ?? '';
    await plan.update(uuidOf(1), (each) => editText(each, sampleAuthor, at(9), 'changed'));
    await reader.until(() => reader.changes.length === 3);
    expect(await store.changesSince(cursor)).toMatchObject({
      type: 'changes',
      changes: [{ type: 'updated', annotation: { id: uuidOf(1) } }],
    });
    expect(reader.resyncs).toBe(0);
    expect(reader.errors).toEqual([]);
  });

  it('adds nothing that a document has already, and takes only comments from its file', async () => {
    const { store, plan } = await fill();
    await store.add(commentOf(5));
    await plan.add(annotationOf(8));
    expect(await store.count()).toBe(7);
    expect(await store.get(uuidOf(8))).toBeNull();
    await store.update(uuidOf(5), (each) => editText(each, sampleAuthor, at(9), 'changed'));
    expect(await plan.get(uuidOf(8))).not.toBeNull();
  });

  it.skipIf(!hasLinks)(
    'sets a file aside that cannot be read, keeps what was read of it, and reads the others',
    async () => {
      const { store } = await fill();
      expect(idsOf(await listAll(store))).toHaveLength(7);
      const file = sidecarFile(root, 'plan');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.slice(0, -20));
      symlinkSync(tmpdir(), sidecarFile(root, 'led out'));
      expect(idsOf(await listAll(store))).toHaveLength(7);
      const [led, plan] = await store.listUnreadable();
      expect([led?.id, plan?.id]).toEqual([
        '.claude/md-comments/led out.json',
        '.claude/md-comments/plan.json',
      ]);
      expect(led?.reason).toContain('leads out');
      writeFileSync(file, text.replace('"Make the price bold"', '7'));
      const [, record] = await store.listUnreadable();
      expect(record?.reason).toContain('(.claude/md-comments/plan.json)');
      expect(idsOf(await listAll(store))).toHaveLength(6);
    },
  );

  it('withholds comments of others until the person adopts them or trusts the repository', async () => {
    const store = await openJoined();
    const theirs = await openSidecar('plan', join(root, 'config of another user'));
    for (const n of [1, 2]) await theirs.add(commentOf(n));
    expect(await store.count({ origin: 'own' })).toBe(0);
    expect(idsOf(await store.adopt([uuidOf(1)]))).toEqual([uuidOf(1)]);
    expect(await store.count({ origin: 'own' })).toBe(1);
    const head = await store.head();
    new RepositoryTrust(configFolder).trust(root);
    expect(await store.changesSince(head)).toMatchObject({ type: 'resync' });
    expect(await store.count({ origin: 'own' })).toBe(2);
    await store.update(uuidOf(2), (each) => acknowledge(each, sampleAgent, at(9)));
    new RepositoryTrust(configFolder).revoke(root);
    expect(await store.get(uuidOf(2))).toMatchObject({ origin: 'repository' });
  });

  it('tells its parts', async () => {
    const store = await openJoined('memory:');
    expect(partsOf(store).map(({ feed }) => feed)).toEqual(['state', 'state']);
    const [project] = partsOf(store);
    expect(project === undefined ? [] : partsOf(project)).toEqual([project]);
  });
});
