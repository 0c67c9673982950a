import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it } from 'vitest';

import { addressOf, type Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, sampleOfSize, uuidOf } from '@annotate-mcp/core/testing';

import { canMount } from '../../contract/files.ts';
import { listAll, Reader } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { defaultSettings } from '../../driver.ts';
import type { Query, Store } from '../../store.ts';
import { isPosix } from '../../testing/machine.ts';

import { type Migration, migrations } from './schema.ts';
import { conditionsFor } from './select.ts';
import { openSqlite } from './sqlite.ts';

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'sqlite:',
});
const fileIn = (folder: string) => join(folder, '.annotate', 'store.db');
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });

async function open(folder: string, options: Parameters<typeof openSqlite>[2] = {}): Promise<Store> {
  const store = await openSqlite(fileIn(folder), { ...defaultSettings, root: folder }, options);
  testBed.onEnd(() => store.close());
  return store;
}

describe('formats', () => {
  const additive: Migration = {
    version: 6,
    minReader: 3,
    sql: "ALTER TABLE annotations ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
  };
  const later = [...migrations, additive];

  it('migrates an older store, keeps a backup, and lets the older program beside it work on', async () => {
    const folder = testBed.folder();
    const older = await open(folder);
    await older.add(numbered(1));
    const newer = await open(folder, { steps: later });
    expect(await listAll(newer)).toEqual([numbered(1)]);
    expect(existsSync(`${fileIn(folder)}.v5.bak`)).toBe(true);
    await older.add(numbered(2));
    await newer.add(numbered(3));
    expect(await listAll(older)).toEqual([1, 2, 3].map(numbered));
  });

  it('finds what an older release stored by any address of its page', async () => {
    const folder = testBed.folder();
    const older = { steps: migrations.filter(({ version }) => version < 3) };
    await (await open(folder, older)).close();
    const pageUrl = 'http://localhost:4200/cart/index.html?utm_source=mail#total';
    const stored = sampleAnnotation({ id: uuidOf(1), pageUrl });
    const comment = sampleAnnotation({ id: uuidOf(2), kind: 'markdown' });
    for (const each of [stored, comment]) insertAsOlder(folder, each);
    const store = await open(folder);
    const { annotations } = await store.list({ place: '/cart' });
    expect(annotations).toMatchObject([{ id: uuidOf(1), pageUrl }]);
    expect(await store.places()).toEqual(['/cart', addressOf(comment)]);
  });

  it('uses a newer store that only adds as it is', async () => {
    const folder = testBed.folder();
    await (await open(folder, { steps: later })).close();
    const older = await open(folder);
    await older.add(numbered(1));
    expect(existsSync(`${fileIn(folder)}.v5.bak`)).toBe(false);
    expect(moodOf(folder)).toBe('calm');
  });

  it('refuses a newer store that an older program must not touch, and says what to do', async () => {
    const folder = testBed.folder();
    await (await open(folder, { steps: [...migrations, { ...additive, minReader: 6 }] })).close();
    await expect(open(folder)).rejects.toMatchObject({
      code: 'store/newer',
      message: expect.stringContaining(fileIn(folder)) as unknown,
      hint: expect.stringContaining('npm install annotate-mcp@latest') as unknown,
    });
  });

  it('leaves a store as it was when its migration fails half-way', async () => {
    const folder = testBed.folder();
    const store = await open(folder);
    await store.add(numbered(1));
    const broken = { version: 6, minReader: 3, sql: 'CREATE TABLE half (x); CREATE TABLE half (x);' };
    await expect(open(folder, { steps: [...migrations, broken] })).rejects.toThrow();
    expect(await listAll(await open(folder))).toEqual([numbered(1)]);
    expect(tablesOf(folder)).not.toContain('half');
  });

  it("refuses another program's database and leaves it alone", async () => {
    const folder = testBed.folder();
    await (await open(folder)).close();
    const database = new DatabaseSync(fileIn(folder));
    database.exec('PRAGMA application_id = 7');
    database.close();
    const before = readFileSync(fileIn(folder));
    await expect(open(folder)).rejects.toThrow(/database of another program; it was left untouched/);
    expect(readFileSync(fileIn(folder)).equals(before)).toBe(true);
  });

  function moodOf(folder: string): unknown {
    return query(folder, 'SELECT mood FROM annotations').mood;
  }

  function tablesOf(folder: string): unknown {
    return query(folder, "SELECT group_concat(name) AS names FROM sqlite_master WHERE type = 'table'").names;
  }

  function insertAsOlder(folder: string, annotation: Annotation): void {
    const database = new DatabaseSync(fileIn(folder));
    const { id, status, kind, appId, authorId } = annotation;
    database
      .prepare(
        'INSERT INTO annotations (id, status, kind, place, app_id, author_id, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, status, kind, addressOf(annotation), appId, authorId, JSON.stringify(annotation));
    database.close();
  }

  function query(folder: string, sql: string) {
    const database = new DatabaseSync(fileIn(folder), { readOnly: true });
    const row = database.prepare(sql).get();
    database.close();
    return row ?? {};
  }
});

describe('a file that is not the one we knew', () => {
  it('answers resync when a backup was restored, even after it has counted past the reader', async () => {
    const folder = testBed.folder();
    const backup = join(folder, 'backup.db');
    const original = await open(folder);
    for (const n of [1, 2, 3]) await original.add(numbered(n));
    await original.close();
    copyFileSync(fileIn(folder), backup);

    const continued = await open(folder);
    for (const n of [4, 5]) await continued.add(numbered(n));
    const cursor = await continued.head();
    await continued.close();

    copyFileSync(backup, fileIn(folder));
    const restored = await open(folder);
    for (const n of [6, 7, 8]) await restored.add(numbered(n));
    expect(await restored.changesSince(cursor)).toMatchObject({ type: 'resync' });
  });

  it.skipIf(!isPosix)(
    'is noticed when another store takes its place, and readers start again from it',
    async () => {
      const [folder, elsewhere] = [testBed.folder(), testBed.folder()];
      const other = await open(elsewhere);
      await other.add(numbered(9));
      await other.close();

      const store = await testBed.open(folder, { safetyCheckMs: 50 });
      await store.add(numbered(1));
      const reader = await Reader.fromNow(store);
      renameSync(fileIn(elsewhere), fileIn(folder));
      await reader.until(() => reader.copy.has(uuidOf(9)));
      expect([...reader.copy.keys()]).toEqual([uuidOf(9)]);
      expect(reader.resyncs).toBe(1);
    },
  );

  it.skipIf(!isPosix)(
    'is opened without the log of the one before, while an idle process still has that one open',
    async () => {
      const [folder, elsewhere] = [testBed.folder(), testBed.folder()];
      const other = await open(elsewhere);
      await other.add(numbered(9));
      await other.close();
      const idle = await open(folder);
      for (const n of [1, 2, 3]) await idle.add(numbered(n));
      renameSync(fileIn(elsewhere), fileIn(folder));
      const late = await open(folder);
      const brought = { ...numbered(9), origin: 'repository' };
      expect(await listAll(late)).toEqual([brought]);
      await late.add(numbered(20));
      expect(await listAll(idle)).toEqual([brought, numbered(20)]);
      await idle.close();
      await late.close();
      expect(await listAll(await open(folder))).toEqual([brought, numbered(20)]);
    },
  );

  it('is not filled from the log that a deleted store left behind', async () => {
    const folder = testBed.folder();
    const log = `${fileIn(folder)}-wal`;
    const store = await open(folder);
    for (let n = 1; n <= 20; n++) await store.add(sampleOfSize(6_000, { id: uuidOf(n) }));
    copyFileSync(log, `${log}.kept`);
    await store.close();
    rmSync(fileIn(folder));
    renameSync(`${log}.kept`, log);
    const fresh = await open(folder);
    expect(await fresh.count()).toBe(0);
    await fresh.add(numbered(1));
    expect(await listAll(fresh)).toEqual([numbered(1)]);
  });
});

// Takes the right to mount, as the suite for full disks does.
describe.runIf(canMount())('a read-only disk', () => {
  it.each([
    { what: 'is shown with changes that are still in the log', ends: ['', '-wal', '-shm'] },
    { what: 'is refused rather than shown without them', ends: ['', '-wal'] },
  ])('$what', async ({ ends }) => {
    const folder = join(testBed.folder(), 'disk');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    testBed.onEnd(() => execFileSync('umount', ['-l', folder]));
    const store = await open(folder);
    await store.add(numbered(1));
    // As a killed process leaves it.
    for (const end of ends) copyFileSync(`${fileIn(folder)}${end}`, join(folder, `kept${end}`));
    await store.close();
    rmSync(`${fileIn(folder)}-shm`);
    for (const end of ends) renameSync(join(folder, `kept${end}`), `${fileIn(folder)}${end}`);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    if (ends.includes('-shm')) expect(await listAll(await open(folder))).toEqual([numbered(1)]);
    else
      await expect(open(folder)).rejects.toMatchObject({
        code: 'store/read-only',
        hint: expect.stringContaining('copy') as unknown,
      });
  });
});

describe('a shared file system', () => {
  it('gets a rollback journal, and readers still get every change', async () => {
    const folder = testBed.folder();
    const shared = { shared: () => 'NFS' };
    const [store, other] = [await open(folder, shared), await open(folder, shared)];
    const reader = await Reader.fromNow(store);
    // Events of files do not cross such a file system.
    rmSync(join(folder, '.annotate', 'wake'), { recursive: true });
    await other.add(numbered(1));
    await reader.until(() => reader.copy.has(uuidOf(1)));
    // Bytes 18 and 19 of the header are 2 for a write-ahead log and 1 for a rollback journal.
    expect([...readFileSync(fileIn(folder)).subarray(18, 20)]).toEqual([1, 1]);
  });
});

describe('a file shared with a machine that cannot use a write-ahead log', () => {
  it('keeps its rollback journal when a process could use a write-ahead log', async () => {
    const folder = testBed.folder();
    const there = await open(folder, { shared: () => 'FUSE' });
    const here = await open(folder);
    await here.add(numbered(1));
    await there.add(numbered(2));
    expect(await listAll(here)).toEqual([1, 2].map(numbered));
    expect([...readFileSync(fileIn(folder)).subarray(18, 20)]).toEqual([1, 1]);
  });
});

describe('a page of a list', () => {
  const queries: Query[] = [
    {},
    { status: ['pending'] },
    { status: ['pending', 'acknowledged'] },
    { place: '/a' },
    { place: '/a', status: ['pending'] },
    { sessionId: 's' },
    { sessionId: 's', status: ['pending'] },
    { appId: 'shop' },
    { appId: 'shop', status: ['pending'] },
    { holder: 'agent-1' },
    { draftsOf: 'me' },
    { draftsOf: 'me', status: ['draft'] },
    { kind: 'text', status: ['pending'] },
  ];

  it.each(queries)('for %j walks along one index and sorts nothing', async (query) => {
    const folder = testBed.folder();
    await open(folder);
    const database = new DatabaseSync(fileIn(folder), { readOnly: true });
    testBed.onEnd(() => database.close());
    for (const { sql, values } of conditionsFor(query)) {
      const plan = database
        .prepare(
          `EXPLAIN QUERY PLAN SELECT seq, body FROM annotations WHERE ${sql} AND seq > 5 ORDER BY seq LIMIT 10`,
        )
        .all(...values)
        .map(({ detail }) => String(detail));
      expect(plan).toEqual([expect.stringMatching(/^SEARCH annotations USING (INDEX|INTEGER PRIMARY KEY)/)]);
    }
  });
});
