import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { replaceFile } from './replace-file.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  folder = mkdtempSync(join(tmpdir(), 'annotate-replace-'));
  writeFileSync(join(folder, 'a.md'), text);
  return join(folder, 'a.md');
}

it('puts another file in its place, with the permissions of the old one', () => {
  const file = fileOf('old');
  chmodSync(file, 0o666);
  const before = statSync(file).ino;
  expect(replaceFile(file, 'new', join(folder, 'workshop'), () => true)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o666);
  expect(statSync(file).ino).not.toBe(before);
  expect(readdirSync(join(folder, 'workshop'))).toEqual([]);
});

it('makes a new file that nobody else reads: what is in it may come from one that is private', () => {
  const file = join(dirname(fileOf('old')), 'new.json');
  replaceFile(file, 'new', folder, () => true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('leaves everything as it was when it is no longer current', () => {
  const file = fileOf('old');
  expect(replaceFile(file, 'new', join(folder, 'workshop'), () => false)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(join(folder, 'workshop'))).toEqual([]);
});
