import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { acknowledge, type Annotation, editText, reply } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { openRecordSealer } from '../../trust/index.ts';

import { emptyContent, formatContent, parseContent } from './json-format.ts';

/** Of another repository, so that what it seals is not this user's own in the folder of a test. */
const sealer = openRecordSealer({ repository: '/' });

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'json:review.json',
});
const fileIn = (folder: string) => join(folder, 'review.json');
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });
const read = (folder: string) => readFileSync(fileIn(folder), 'utf8');
const write = (folder: string, text: string) => writeFileSync(fileIn(folder), text);

describe('the file', () => {
  it('is valid JSON, one annotation per line, sorted by id', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [2, 1]) await store.add(numbered(n));
    const { version, annotations } = JSON.parse(read(folder)) as { version: number; annotations: unknown[] };
    expect(version).toBe(2);
    const here = openRecordSealer({ repository: folder });
    const sealed = [1, 2].map((n) => ({ ...numbered(n), seal: here.seal(numbered(n)) }));
    expect(annotations).toEqual([...sealed, null]);
    const lines = read(folder).split('\n');
    expect(lines.filter((line) => line.startsWith('{"id"')).map((line) => line.slice(7, 43))).toEqual(
      [1, 2].map(uuidOf),
    );
  });

  it('with nothing in it is valid JSON', () => {
    const text = formatContent(emptyContent, sealer);
    expect(JSON.parse(text)).toEqual({ version: 2, annotations: [null] });
    expect(parseContent(text, 'x', new Map(), sealer).content.records.size).toBe(0);
  });

  it('changes only in the line of the annotation that was moved', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [1, 2]) await store.add(numbered(n));
    const before = read(folder).split('\n');
    await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime));
    const after = read(folder).split('\n');
    expect(after.length).toBe(before.length);
    expect(after.filter((line, n) => line !== before[n])).toEqual([expect.stringContaining(uuidOf(1))]);
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
    expect(JSON.parse(read(folder))).toMatchObject({ annotations: [{ id: uuidOf(7) }, null] });
  });

  it('that breaks it stops reading and writing with the reason, loses nothing, and continues when it is repaired', async () => {
    const { folder, store, reader } = await watched();
    const good = read(folder);
    const broken = good.replace('"annotations": [', '"annotations": [,');
    write(folder, broken);
    await reader.until(() => reader.errors.length > 0);
    await expect(store.add(numbered(3))).rejects.toMatchObject({
      code: 'store/unreadable',
      message: expect.stringContaining(fileIn(folder)) as unknown,
    });
    await expect(store.list()).rejects.toThrow(/not valid JSON/);
    expect(read(folder)).toBe(broken);
    write(folder, good.replaceAll('Make the price bold', 'repaired'));
    await reader.until(() => reader.copy.get(uuidOf(1))?.annotationText === 'repaired');
    await store.add(numbered(3));
    expect(await store.count()).toBe(3);
  });
});

describe('what is read', () => {
  const foreign = { ...numbered(1), origin: 'repository' };
  const good = formatContent(
    { ...emptyContent, records: new Map([[uuidOf(1), { annotation: numbered(1), isSealed: true }]]) },
    sealer,
  );
  const lineOf = (annotation: Annotation) =>
    `${JSON.stringify({ ...annotation, seal: sealer.seal(annotation) })},`;
  const withLines = (annotations: Annotation[]) =>
    formatContent(emptyContent, sealer).replace('null', `${annotations.map(lineOf).join('\n')}\nnull`);

  it('may have a byte order mark and Windows line ends', async () => {
    const folder = testBed.folder();
    write(folder, `\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(await listAll(await testBed.open(folder))).toEqual([foreign]);
  });

  it('may be of a newer release that says ours can read it, and keeps its additions', async () => {
    const folder = testBed.folder();
    write(folder, good.replace('"version": 2', '"version": 3, "minReader": 2, "mood": "calm"'));
    const store = await testBed.open(folder);
    await store.add(numbered(2));
    expect(JSON.parse(read(folder))).toMatchObject({ version: 3, minReader: 2, mood: 'calm' });
  });

  it('may be of the older format, which is rewritten with the next change', async () => {
    const folder = testBed.folder();
    const older = { version: 1, annotations: { [uuidOf(1)]: numbered(1), [uuidOf(2)]: { id: uuidOf(2) } } };
    write(folder, JSON.stringify(older, null, 2));
    const store = await testBed.open(folder);
    expect(await listAll(store)).toEqual([foreign]);
    expect(await store.listUnreadable()).toMatchObject([{ id: uuidOf(2) }]);
    await store.add(numbered(3));
    expect(JSON.parse(read(folder))).toMatchObject({
      version: 2,
      annotations: [numbered(1), { id: uuidOf(2) }, numbered(3), null],
    });
  });

  it('may have been formatted by another program', async () => {
    const folder = testBed.folder();
    write(folder, JSON.stringify(JSON.parse(good), null, 4));
    expect(await listAll(await testBed.open(folder))).toEqual([foreign]);
  });

  it('may have several versions of an annotation, of which the newest counts, with the replies of all', async () => {
    const folder = testBed.folder();
    const at = (minute: number) => new Date(sampleTime.getTime() + minute * 60_000);
    const answered = reply(numbered(1), sampleAgent, at(1), { id: uuidOf(51), message: 'Which price?' });
    const edited = editText(numbered(1), sampleAuthor, at(2), 'Make all prices bold');
    write(folder, withLines([numbered(1), answered, edited]));
    const found = await (await testBed.open(folder)).get(uuidOf(1));
    expect(found).toMatchObject({
      annotationText: 'Make all prices bold',
      replies: [{ message: 'Which price?' }],
    });
  });

  it('may have an annotation that another branch deleted, which does not come back', async () => {
    const folder = testBed.folder();
    write(folder, good);
    const store = await testBed.open(folder);
    await store.remove(uuidOf(1));
    await store.close();
    write(folder, read(folder).replace('null', `${lineOf(numbered(1))}\n\nnull`));
    expect(await listAll(await testBed.open(folder))).toEqual([]);
  });

  it('may have records that cannot be read, which are set aside, counted, and kept as they are', async () => {
    const folder = testBed.folder();
    const broken = `{"id":"${uuidOf(5)}","kind":`;
    const unknown = lineOf(numbered(6)).replace('"component"', '"hologram"');
    write(folder, good.replace('null', `${broken}\n\n${unknown}\n\nnull`));
    const store = await testBed.open(folder);
    expect(await listAll(store)).toEqual([foreign]);
    const unreadableLines = [
      { id: uuidOf(5), reason: 'it is not valid JSON' },
      { id: uuidOf(6), reason: expect.stringContaining('kind') as unknown },
    ];
    expect(await store.listUnreadable()).toEqual(unreadableLines);
    await store.add(numbered(2));
    expect(read(folder)).toContain(`\n${broken}\n`);
    expect(read(folder)).toContain(`\n${unknown}\n`);
    expect(await store.listUnreadable()).toEqual(unreadableLines);
  });

  it('with git conflict markers is refused with how to resolve them', async () => {
    const folder = testBed.folder();
    write(folder, good.replace('{', '<<<<<<< HEAD\n{'));
    await expect(testBed.open(folder)).rejects.toMatchObject({
      code: 'store/conflict',
      hint: expect.stringContaining(`annotate-mcp merge "${fileIn(folder)}"`) as unknown,
    });
  });

  it.each([
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
