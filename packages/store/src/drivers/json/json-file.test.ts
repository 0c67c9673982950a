import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { editText } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { canMount } from '../../contract/files.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import type { StoredRecord } from '../../state/stored-record.ts';
import { openRecordSealer } from '../../trust/index.ts';

import { JsonFile } from './json-file.ts';
import { formatContent, type JsonContent } from './json-format.ts';

const testBed = createTestBed({ module: '', url: () => '' });
const sealer = openRecordSealer({ repository: '/' });
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n) });
const own = (annotation: StoredRecord['annotation']): StoredRecord => ({ annotation, isSealed: true });

let folder = '';
let file = '';
let logFile = '';
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = testBed.folder();
  file = join(folder, 'review.json');
  logFile = join(folder, '.annotate', 'review.log');
  mkdirSync(join(folder, '.annotate'));
});

/** As one process has it open. */
const open = () => new JsonFile({ file, logFile, temporaryFolder: join(folder, '.annotate'), sealer });

function change(json: JsonFile, work: (records: Map<string, StoredRecord>) => void): void {
  const before = json.read();
  const records = new Map(before.records);
  work(records);
  const deletedAt = sampleTime.toISOString();
  const deleted = [...before.records.keys()].filter((id) => !records.has(id));
  const deletions = new Map(deleted.map((id) => [id, { id, deletedAt }]));
  expect(json.write(before, { ...before, records, deletions })).toBe(true);
  // However slow the machine is, the next change comes a moment after the file was written.
  vi.setSystemTime(statSync(file).mtimeMs);
}

const add = (json: JsonFile, ...numbers: number[]) =>
  change(json, (records) => {
    for (const n of numbers) records.set(uuidOf(n), own(numbered(n)));
  });
const idsIn = ({ records }: JsonContent) => [...records.keys()].sort();
const ids = (...numbers: number[]) => numbers.map(uuidOf);
const range = Array.from({ length: 40 }, (_, n) => n + 1);

/** Makes it as if the file had been written long ago. */
const letRest = () => utimesSync(file, new Date(0), new Date(0));

describe('a small file', () => {
  it('is written with every change', () => {
    const json = open();
    add(json, 1);
    add(json, 2);
    expect(existsSync(logFile)).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain(uuidOf(2));
  });
});

describe('a large file', () => {
  it('is left alone in a burst of changes, which every process reads from the log', () => {
    const [one, two] = [open(), open()];
    add(one, ...range);
    const written = statSync(file).mtimeMs;
    expect(idsIn(two.read())).toEqual(ids(...range));
    add(one, 101);
    add(two, 102);
    change(one, (records) => records.delete(uuidOf(1)));
    expect(statSync(file).mtimeMs).toBe(written);
    const expected = ids(...range.slice(1), 101, 102);
    for (const json of [one, two, open()]) expect(idsIn(json.read())).toEqual(expected);
  });

  it('gets what is in the log when it has rested, also for a process that follows the log', () => {
    const [one, two] = [open(), open()];
    add(one, ...range);
    two.read();
    add(one, 101);
    letRest();
    add(one, 102);
    expect(readFileSync(file, 'utf8')).toContain(uuidOf(101));
    add(one, 103);
    const expected = ids(...range, 101, 102, 103);
    for (const json of [two, open()]) expect(idsIn(json.read())).toEqual(expected);
    one.moveLogIntoFile();
    expect(existsSync(logFile)).toBe(false);
    add(one, 104);
    for (const json of [two, open()]) expect(idsIn(json.read())).toEqual([...expected, uuidOf(104)]);
  });

  it('keeps its log while changes come, so that others need not read the file again', () => {
    const json = open();
    expect(json.isInUse()).toBe(false);
    add(json, ...range);
    add(json, 101);
    vi.setSystemTime(statSync(logFile).mtimeMs + 100);
    expect(json.isInUse()).toBe(true);
    vi.setSystemTime(statSync(logFile).mtimeMs + 1_000);
    expect(json.isInUse()).toBe(false);
  });

  it.each([
    ['a', 'z'],
    ['z', 'a'],
  ])('that has just got what is in the log counts, when %s has become %s at the same time', (first, last) => {
    const [one, two] = [open(), open()];
    add(one, ...range);
    for (const annotationText of [first, last]) {
      change(one, (records) => records.set(uuidOf(1), own({ ...numbered(1), annotationText })));
      two.read();
    }
    // Another process writes the file, and has not named it in the log yet.
    writeFileSync(file, formatContent(one.read(), sealer));
    for (const json of [two, open()]) {
      expect(json.read().records.get(uuidOf(1))?.annotation).toMatchObject({ annotationText: last });
    }
  });

  it('that git has replaced keeps the newer version of what is in the log', () => {
    const json = open();
    add(json, ...range);
    const other = readFileSync(file, 'utf8');
    const later = new Date(sampleTime.getTime() + 60_000);
    change(json, (records) => {
      records.set(uuidOf(1), own(editText(numbered(1), sampleAuthor, later, 'later')));
      records.set(uuidOf(101), own(numbered(101)));
    });
    writeFileSync(file, other.replace(uuidOf(2), uuidOf(200)));
    for (const each of [json, open()]) {
      const { records } = each.read();
      expect(records.get(uuidOf(1))?.annotation.annotationText).toBe('later');
      expect([2, 101, 200].map((n) => records.has(uuidOf(n)))).toEqual([false, true, true]);
    }
  });

  it('does not get the half line of a process that was killed', () => {
    const json = open();
    add(json, ...range);
    add(json, 101);
    appendFileSync(logFile, `\n{"id":"${uuidOf(102)}","ki`);
    expect(idsIn(open().read())).toEqual(ids(...range, 101));
    add(json, 103);
    for (const each of [json, open()]) expect(idsIn(each.read())).toEqual(ids(...range, 101, 103));
    expect(open().read().unreadableLines).toEqual([]);
  });
});

// A disk without room is made by mounting one, which takes rights that a developer's account may lack.
describe.runIf(canMount())('a disk with room for a change, but not for the whole file', () => {
  it('gets the change in the log', () => {
    add(open(), ...range);
    const temporaryFolder = join(folder, 'small');
    mkdirSync(temporaryFolder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', temporaryFolder]);
    testBed.onEnd(() => execFileSync('umount', ['-l', temporaryFolder]));
    letRest();
    add(new JsonFile({ file, logFile, temporaryFolder, sealer }), 41);
    expect(existsSync(logFile)).toBe(true);
    expect(idsIn(open().read())).toEqual(ids(...range, 41));
  });
});
