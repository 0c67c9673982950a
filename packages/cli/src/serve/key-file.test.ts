import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openKey, problemOfKey, replaceKey } from './key-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'annotate-key-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the key is made once, for the eyes of its owner', () => {
  const key = openKey(folder, undefined).current();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(openKey(folder, '').current()).toBe(key);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
});

it.skipIf(process.platform === 'win32')('the key is in a folder that no other user can write to', () => {
  chmodSync(folder, 0o777);
  openKey(folder, undefined);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('the key is the new one as soon as it was replaced, and tells so', async () => {
  const key = openKey(folder, undefined);
  const before = key.current();
  const replaced = Promise.withResolvers<undefined>();
  const stop = key.watch(() => replaced.resolve(undefined));
  replaceKey(folder);
  expect(key.current()).not.toBe(before);
  await replaced.promise;
  stop();
});

it('survives a file that holds something else for a while', async () => {
  const key = openKey(folder, undefined);
  const replaced = Promise.withResolvers<undefined>();
  const stop = key.watch(() => replaced.resolve(undefined));
  const file = join(folder, 'key');
  const seen = watch(folder);
  const changed = once(seen, 'change');
  writeFileSync(file, 'no');
  expect(() => key.current()).toThrow('does not contain a key');
  await changed;
  seen.close();
  replaceKey(folder);
  await replaced.promise;
  expect(key.current()).toBe(readFileSync(file, 'utf8').trim());
  stop();
});

it('refuses a weak API_KEY', () => {
  expect(() => openKey(folder, 'short')).toThrow('API_KEY is not a valid key');
});

it.each([
  { name: 'empty', spoil: (file: string) => writeFileSync(file, ''), says: 'does not contain a key' },
  { name: 'a folder', spoil: (file: string) => mkdirSync(file), says: 'is a folder' },
])('says what is wrong with a file that is $name', ({ spoil, says }) => {
  expect(problemOfKey(folder)).toBeNull();
  spoil(join(folder, 'key'));
  expect(problemOfKey(folder)?.message).toContain(says);
  expect(() => openKey(folder, undefined)).toThrow(says);
});

it('says that a folder is in its place when it is to be replaced', () => {
  mkdirSync(join(folder, 'key'));
  expect(() => replaceKey(folder)).toThrow('is a folder');
});
