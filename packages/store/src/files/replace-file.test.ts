import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isPosix } from '../testing/machine.ts';

import { replaceFile } from './replace-file.ts';

function folderWith(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-replace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.md');
  writeFileSync(file, text);
  return { folder, file, temporaryFolder: join(folder, 'temporary') };
}

it('replaces the file by a new one with the permissions of the old one', () => {
  const { file, temporaryFolder } = folderWith('old');
  chmodSync(file, 0o666);
  const before = statSync(file).ino;
  expect(replaceFile(file, 'new', { temporaryFolder })).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o666);
  expect(statSync(file).ino).not.toBe(before);
  expect(readdirSync(temporaryFolder)).toEqual([]);
});

it.skipIf(!isPosix)('creates a missing file with the permissions that are asked for', () => {
  const { folder, file } = folderWith('old');
  const [ordinary, secret] = [join(folder, 'new', 'ordinary.json'), join(folder, 'secret.json')];
  replaceFile(ordinary, 'new');
  replaceFile(secret, 'new', { newFileMode: 0o600 });
  expect(statSync(ordinary).mode).toBe(statSync(file).mode);
  expect(statSync(secret).mode & 0o777).toBe(0o600);
});

it('leaves everything as it was when it is no longer current', () => {
  const { file, temporaryFolder } = folderWith('old');
  expect(replaceFile(file, 'new', { temporaryFolder, isCurrent: () => false })).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(temporaryFolder)).toEqual([]);
});
