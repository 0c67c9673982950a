import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { acknowledge } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { openRecordSealer } from '../../trust/index.ts';

import { emptyContent, formatContent, parseContent } from './json-format.ts';

const sealer = openRecordSealer();

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'json:review.json',
});
const fileIn = (folder: string) => join(folder, 'review.json');
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });
const read = (folder: string) => readFileSync(fileIn(folder), 'utf8');
const write = (folder: string, text: string) => writeFileSync(fileIn(folder), text);

describe('the file', () => {
  it('is the JSON of the contract, one annotation per block, sorted by id', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [2, 1]) await store.add(numbered(n));
    const text = read(folder);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    const { version, annotations } = JSON.parse(text) as { version: number; annotations: object };
    expect(version).toBe(1);
    expect(Object.entries(annotations)).toEqual(
      [1, 2].map((n) => [uuidOf(n), { ...numbered(n), seal: sealer.seal(numbered(n)) }]),
    );
  });

  it('with nothing in it is valid JSON', () => {
    const text = formatContent(emptyContent, sealer);
    expect(JSON.parse(text)).toEqual({ version: 1, annotations: {} });
    expect(parseContent(text, 'x', new Map(), sealer).records.size).toBe(0);
  });

  it('changes only in the lines that a move changes', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [1, 2]) await store.add(numbered(n));
    const before = read(folder).split('\n');
    await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime));
    const after = read(folder).split('\n');
    expect(before.filter((line) => !after.includes(line))).toEqual([expect.stringContaining('"seal"')]);
    expect(after.length - before.length).toBe(5);
  });

  it('holds no sessions and no agents', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    await store.add(numbered(1));
    const before = read(folder);
    await store.agents.announce({
      agentId: 'a',
      agentName: 'x',
      waiting: true,
      since: sampleTime.toISOString(),
    });
    expect(read(folder)).toBe(before);
  });

  it('of two branches that each added a comment merges without a conflict', async () => {
    const folder = testBed.folder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
    const addOn = async (branch: string, n: number) => {
      git('checkout', '-q', '-B', branch, 'base');
      const store = await testBed.open(folder);
      await store.add(numbered(n));
      await store.close();
      git('commit', '-qam', branch);
    };
    git('init', '-q');
    const store = await testBed.open(folder);
    for (const n of [10, 20, 30, 40]) await store.add(numbered(n));
    await store.close();
    git('add', '-A');
    git('commit', '-qm', 'base');
    git('branch', 'base');
    await addOn('one', 15);
    await addOn('two', 35);
    git('merge', '-q', '-m', 'both', 'one');
    expect((await listAll(await testBed.open(folder))).map(({ id }) => id)).toEqual(
      [10, 15, 20, 30, 35, 40].map(uuidOf),
    );
    expect(git('ls-files').toString()).toBe('review.json\n');
  });
});

describe('a hand on the file while the store is open', () => {
  async function watched() {
    const folder = testBed.folder();
    const store = await testBed.open(folder, { safetyCheckMs: null });
    for (const n of [1, 2]) await store.add(numbered(n));
    return { folder, store, reader: await Reader.fromNow(store) };
  }

  it('that edits it is followed', async () => {
    const { folder, reader } = await watched();
    write(folder, read(folder).replaceAll('Make the price bold', 'Make it green'));
    await reader.until(() => reader.copy.get(uuidOf(2))?.annotationText === 'Make it green');
    expect(reader.changes.map(({ type }) => type)).toEqual(['updated', 'updated']);
  });

  it('that replaces it, more than once, is followed', async () => {
    const { folder, reader } = await watched();
    for (const n of [3, 4, 5]) {
      const other = join(folder, 'other.json');
      writeFileSync(other, read(folder).replaceAll(uuidOf(n - 1), uuidOf(n)));
      renameSync(other, fileIn(folder));
      await reader.until(() => reader.copy.has(uuidOf(n)));
    }
    expect([...reader.copy.keys()].sort()).toEqual([1, 5].map(uuidOf));
  });

  it('that deletes it is followed, and what is added next is kept', async () => {
    const { folder, store, reader } = await watched();
    rmSync(fileIn(folder));
    await reader.until(() => reader.copy.size === 0);
    await store.add(numbered(7));
    await reader.until(() => reader.copy.has(uuidOf(7)));
    expect(Object.keys((JSON.parse(read(folder)) as { annotations: object }).annotations)).toEqual([
      uuidOf(7),
    ]);
  });

  it('that breaks it stops reading and writing with the reason, loses nothing, and continues when it is repaired', async () => {
    const { folder, store, reader } = await watched();
    const good = read(folder);
    const broken = good.replace('"annotations": {', '"annotations": {,');
    write(folder, broken);
    await reader.until(() => reader.errors.length > 0);
    await expect(store.add(numbered(3))).rejects.toMatchObject({
      code: 'store/unreadable',
      message: expect.stringContaining(fileIn(folder)) as unknown,
    });
    await expect(store.list()).rejects.toThrow(/not valid JSON/);
    expect(read(folder)).toBe(broken);
    write(folder, good.replaceAll('Make the price bold', 'mended'));
    await reader.until(() => reader.copy.get(uuidOf(1))?.annotationText === 'mended');
    await store.add(numbered(3));
    expect(await store.count()).toBe(3);
  });
});

describe('what is read', () => {
  const good = formatContent(
    { ...emptyContent, records: new Map([[uuidOf(1), { annotation: numbered(1), isSealed: true }]]) },
    sealer,
  );

  it('may have a byte order mark and Windows line ends', async () => {
    const folder = testBed.folder();
    write(folder, `\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(await listAll(await testBed.open(folder))).toEqual([numbered(1)]);
  });

  it('may be of a newer release that says ours can read it, and keeps its additions', async () => {
    const folder = testBed.folder();
    write(folder, good.replace('"version": 1', '"version": 2, "minReader": 1, "mood": "calm"'));
    const store = await testBed.open(folder);
    await store.add(numbered(2));
    expect(JSON.parse(read(folder))).toMatchObject({ version: 2, minReader: 1, mood: 'calm' });
  });

  it.each([
    ['git conflict markers', good.replace('{', '<<<<<<< HEAD\n{'), /git conflict markers/],
    ['an annotation that is none', good.replace('"component"', '"video"'), /annotation 0{8}-.*kind/],
    ['an id under another key', good.replace(uuidOf(1), uuidOf(2)), /says that its id is/],
    [
      'the older shape',
      JSON.stringify({ sessions: {}, annotations: {} }),
      /no annotation file of this format/,
    ],
    ['a list', '[]', /no annotation file of this format/],
    ['blanks', ' \n', /is empty/],
  ])('is refused with the reason for %s', async (_, text, reason) => {
    const folder = testBed.folder();
    write(folder, text);
    await expect(testBed.open(folder)).rejects.toThrow(reason);
    expect(read(folder)).toBe(text);
  });

  it('cannot be a folder', async () => {
    const folder = testBed.folder();
    mkdirSync(fileIn(folder));
    await expect(testBed.open(folder)).rejects.toMatchObject({ code: 'store/failed' });
  });
});
