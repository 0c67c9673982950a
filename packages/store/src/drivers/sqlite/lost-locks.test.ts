/**
 * On POSIX systems a process loses all locks on a file when any of its code closes a descriptor of that file. Here a
 * bundler in the process of a writer reads the files of the store, and others take themselves for alone.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { reply } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { Worker } from '../../contract/worker-process.ts';
import { identityOf } from '../../files/identity.ts';
import type { Store } from '../../store.ts';

const subject = {
  name: 'sqlite',
  feed: 'log',
  reach: 'machine',
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'sqlite:',
} as const;
const testBed = createTestBed(subject);
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });
const fileIn = (folder: string) => join(folder, '.annotate', 'store.db');
const logOf = (folder: string) => `${fileIn(folder)}-wal`;
const idsIn = async (store: Store) => (await listAll(store)).map(({ id }) => id);

function readFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) closeSync(openSync(join(folder, entry.name), 'r'));
}

/** What a process sees that opens the store now. */
async function seenElsewhere(folder: string): Promise<readonly string[]> {
  const worker = await Worker.on(subject, folder, testBed);
  await worker.do({ type: 'list' });
  await worker.do({ type: 'close' });
  return worker.listed;
}

/** As a database browser does, which deletes the log of a file that it takes for its own. */
function openByAnotherProgram(folder: string): void {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.prepare('SELECT count(*) FROM annotations').get();
    database.close();`;
  execFileSync(process.execPath, ['-e', program, fileIn(folder)]);
}

function deleteLog(folder: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${fileIn(folder)}${end}`);
}

// Windows keeps a lock until the handle that took it is closed, and deletes no file that is open.
describe.skipIf(process.platform === 'win32')('a writer whose locks are lost', () => {
  it('is seen by other processes, also after one of them has opened and closed the store', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    await store.add(numbered(1));
    readFiles(join(folder, '.annotate'));
    const log = identityOf(logOf(folder));
    expect(await seenElsewhere(folder)).toEqual([uuidOf(1)]);
    expect(identityOf(logOf(folder))).toBe(log);
    await store.add(numbered(2));
    expect(await seenElsewhere(folder)).toEqual([1, 2].map(uuidOf));
  });

  it('is seen by other processes after another program has deleted the log', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    await store.add(numbered(1));
    readFiles(join(folder, '.annotate'));
    const log = identityOf(logOf(folder));
    openByAnotherProgram(folder);
    expect(identityOf(logOf(folder))).not.toBe(log);
    await store.add(numbered(2));
    expect(await idsIn(store)).toEqual([1, 2].map(uuidOf));
    expect(await seenElsewhere(folder)).toEqual([1, 2].map(uuidOf));
  });

  it('is seen as an agent, too', async () => {
    const folder = testBed.folder();
    const [store, other] = [await testBed.open(folder), await Worker.on(subject, folder, testBed)];
    const agent = (agentId: string) => ({
      agentId,
      agentName: 'claude-code',
      waiting: true,
      since: sampleTime.toISOString(),
    });
    await store.agents.announce(agent('a'));
    await other.do({ type: 'announce', agent: agent('b') });
    readFiles(join(folder, '.annotate'));
    await other.do({ type: 'close' });
    await store.agents.announce(agent('c'));
    const late = await testBed.open(folder);
    expect((await late.agents.list()).map(({ agentId }) => agentId)).toEqual(['a', 'c']);
  });
});

describe.skipIf(process.platform === 'win32')('a log that is deleted under a process', () => {
  it('takes no change with it that the process has acknowledged', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    const other = await Worker.on(subject, folder, testBed);
    await other.do({ type: 'follow' });
    for (const n of [1, 2, 3]) await store.add(numbered(n));
    await store.update(uuidOf(1), (a) =>
      reply(a, sampleAuthor, sampleTime, { id: uuidOf(90), message: 'Blue' }),
    );
    await store.remove(uuidOf(3));
    await other.kill();
    deleteLog(folder);
    expect(await idsIn(store)).toEqual([1, 2].map(uuidOf));
    expect((await store.get(uuidOf(1)))?.replies.map(({ message }) => message)).toEqual(['Blue']);
    expect(await seenElsewhere(folder)).toEqual([1, 2].map(uuidOf));
  });

  it('in the middle of a change costs a second attempt, and the change is there once', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [1, 2]) await store.add(numbered(n));
    let attempts = 0;
    const updated = await store.update(uuidOf(1), (a) => {
      if (attempts++ === 0) deleteLog(folder);
      return reply(a, sampleAuthor, sampleTime, { id: uuidOf(90), message: 'Blue' });
    });
    expect(attempts).toBe(2);
    expect(updated?.after?.replies).toHaveLength(1);
    expect(await idsIn(store)).toEqual([1, 2].map(uuidOf));
    expect((await (await testBed.open(folder)).get(uuidOf(1)))?.replies).toHaveLength(1);
    expect(await seenElsewhere(folder)).toEqual([1, 2].map(uuidOf));
  });

  it('is replaced by a new one, which the process leaves alone when it gives up the old one', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    await store.add(numbered(1));
    deleteLog(folder);
    const other = await Worker.on(subject, folder, testBed);
    await other.do({ type: 'append', from: 10, count: 20, size: 'typical' });
    const log = identityOf(logOf(folder));
    await other.kill();
    const all = [1, ...Array.from({ length: 20 }, (_, index) => 10 + index)].map(uuidOf);
    expect((await idsIn(store)).toSorted()).toEqual(all);
    expect(identityOf(logOf(folder))).toBe(log);
    expect((await seenElsewhere(folder)).toSorted()).toEqual(all);
  });

  it('is noticed by a process that is closed, which writes again what only it has', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    await store.add(numbered(1));
    deleteLog(folder);
    await store.close();
    expect(await seenElsewhere(folder)).toEqual([uuidOf(1)]);
  });
});

describe('a store that is closed', () => {
  it('has everything in its one file', async () => {
    const [folder, copy] = [testBed.folder(), testBed.folder()];
    const [store, other] = [await testBed.open(folder), await testBed.open(folder)];
    for (const n of [1, 2]) await store.add(numbered(n));
    await store.close();
    await other.add(numbered(3));
    await other.close();
    mkdirSync(join(copy, '.annotate'));
    copyFileSync(fileIn(folder), fileIn(copy));
    expect(await idsIn(await testBed.open(copy))).toEqual([1, 2, 3].map(uuidOf));
    rmSync(join(folder, '.annotate'), { recursive: true });
  });

  it.skipIf(process.platform === 'win32').each(['is closed', 'only ends'])(
    'by a process that %s keeps its log, which is empty',
    async (how) => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      await store.add(numbered(1));
      const log = identityOf(logOf(folder));
      await store.close();
      const program = `
        const { openStore } = await import(process.argv[1]);
        const store = await openStore('sqlite:', { root: process.argv[2] });
        await store.remove(process.argv[3]);
        ${how === 'is closed' ? 'await store.close();' : ''}`;
      execFileSync(process.execPath, [
        '--conditions=@annotate-mcp/source',
        '--input-type=module',
        '-e',
        program,
        subject.module,
        folder,
        uuidOf(1),
      ]);
      expect(identityOf(logOf(folder))).toBe(log);
      expect(statSync(logOf(folder)).size).toBe(0);
      expect(await seenElsewhere(folder)).toEqual([]);
    },
  );
});
