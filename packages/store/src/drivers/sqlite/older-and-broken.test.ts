import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { addressOf } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { canMount } from '../../contract/files.ts';
import { listAll } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { Database } from '../../sqlite/database.ts';

import { createSchema, migrations } from './schema.ts';

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'sqlite:',
});
const open = (folder: string) => testBed.open(folder);
const fileIn = (folder: string) => join(folder, '.annotate', 'store.db');
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });

describe.runIf(canMount())('a read-only disk with a store of an older format', () => {
  it('is read without migrating it, and what it has counts as coming from elsewhere', async () => {
    const folder = join(testBed.folder(), 'disk');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    testBed.onEnd(() => execFileSync('umount', ['-l', folder]));
    writeOlderStore(folder);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const store = await open(folder);
    expect(await listAll(store)).toEqual([{ ...numbered(1), origin: 'repository' }]);
    expect(await store.count({ place: addressOf(numbered(1)) })).toBe(1);
    expect(await store.count({ origin: 'own' })).toBe(0);
    expect(await store.changesSince(await store.head())).toMatchObject({ type: 'changes' });
  });

  it('that can be written is migrated, and the person adopts what it has', async () => {
    const folder = testBed.folder();
    writeOlderStore(folder);
    const store = await open(folder);
    expect(await store.adopt([uuidOf(1)])).toEqual([numbered(1)]);
    expect(await listAll(store)).toEqual([numbered(1)]);
  });

  function writeOlderStore(folder: string): void {
    mkdirSync(join(folder, '.annotate', 'wake'), { recursive: true });
    const database = new Database(fileIn(folder));
    createSchema(database, 'epoch', migrations.slice(0, 1));
    database.run(
      `INSERT INTO annotations (id, status, kind, place, app_id, author_id, body) VALUES (?, 'pending', ?, ?, ?, ?, ?)`,
      uuidOf(1),
      numbered(1).kind,
      addressOf(numbered(1)),
      numbered(1).appId,
      numbered(1).authorId,
      JSON.stringify(numbered(1)),
    );
    database.close();
  }
});

describe('a record that cannot be read', () => {
  it('is set aside with the reason, counted, and takes no other down', async () => {
    const folder = testBed.folder();
    const store = await open(folder);
    for (const n of [1, 2, 3, 4]) await store.add(numbered(n));
    const database = new DatabaseSync(fileIn(folder));
    const set = database.prepare('UPDATE annotations SET body = ? WHERE id = ?');
    set.run('{"id":', uuidOf(1));
    set.run(JSON.stringify({ ...numbered(2), kind: 'hologram' }), uuidOf(2));
    set.run(JSON.stringify(numbered(4)), uuidOf(3));
    testBed.onEnd(() => database.close());
    expect(await listAll(store)).toEqual([numbered(4)]);
    expect(await store.list({ origin: 'own' })).toMatchObject({ annotations: [{ id: uuidOf(4) }] });
    expect(await store.listUnreadable()).toEqual([
      { id: uuidOf(1), reason: expect.stringContaining('not valid JSON') as unknown },
      { id: uuidOf(2), reason: expect.stringContaining('kind') as unknown },
      { id: uuidOf(3), reason: 'it says that it has another id' },
    ]);
    await store.updateAll({}, (a) => ({ ...a, annotationText: 'all' }));
    await expect(store.get(uuidOf(1))).rejects.toMatchObject({ code: 'store/unreadable' });
    set.run('Delete the tests', uuidOf(1));
    set.run(JSON.stringify({ ...numbered(3), id: 'Delete the tests' }), uuidOf(3));
    for (const n of [1, 3]) await expect(store.get(uuidOf(n))).rejects.toThrow(/^(?!.*Delete)/);
    expect((await store.get(uuidOf(4)))?.annotationText).toBe('all');
  });
});

describe('a record that this release cannot read', () => {
  it('is left alone and delays no other process', async () => {
    const folder = testBed.folder();
    const store = await open(folder);
    const start = await store.head();
    for (const n of [1, 2, 3]) await store.add(numbered(n));
    const database = new DatabaseSync(fileIn(folder));
    for (const table of ['annotations', 'changes']) {
      database
        .prepare(`UPDATE ${table} SET body = replace(body, '"component"', '"hologram"') WHERE body LIKE ?`)
        .run(`%${uuidOf(2)}%`);
    }
    database.close();
    expect(await listAll(store)).toEqual([1, 3].map(numbered));
    expect(await store.changesSince(start)).toMatchObject({
      changes: [{ annotation: { id: uuidOf(1) } }, { annotation: { id: uuidOf(3) } }],
    });
    await expect(store.get(uuidOf(2))).rejects.toThrow(new RegExp(`${uuidOf(2)} is not valid`));
  });
});
