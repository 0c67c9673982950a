import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { hasLinks } from '../testing/machine.ts';

import { readOffParts, recordOffParts } from './off-parts.ts';

function createProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate off ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

it('keeps what this process recorded last, in a folder that git ignores', () => {
  const root = createProject();
  recordOffParts(root, ['a']);
  recordOffParts(root, ['a', 'b']);
  expect(readOffParts(root)).toEqual(['a', 'b']);
  expect(readOffParts(root, { exceptOwn: true })).toEqual([]);
  expect(existsSync(join(root, '.annotate/.gitignore'))).toBe(true);
});

it('creates nothing where nothing is off, and nothing in a project that is gone', () => {
  const root = createProject();
  recordOffParts(root, []);
  expect(existsSync(join(root, '.annotate'))).toBe(false);
  rmSync(root, { recursive: true });
  recordOffParts(root, ['a']);
  expect(existsSync(root)).toBe(false);
});

it('does not believe a file whose process has ended, or that it did not write, and removes it', () => {
  const root = createProject();
  recordOffParts(root, ['a']);
  const ended = join(root, '.annotate/off/4194305');
  writeFileSync(
    ended,
    JSON.stringify({ process: { machine: 'x', pid: 4194305, startedAt: '1' }, lines: ['b'] }),
  );
  writeFileSync(join(root, '.annotate/off/1'), 'no JSON');
  expect(readOffParts(root)).toEqual(['a']);
  recordOffParts(root, ['c']);
  expect(readOffParts(root)).toEqual(['c']);
  expect(existsSync(ended)).toBe(false);
});

it.skipIf(!hasLinks)('follows no link out of the project', () => {
  const root = createProject();
  const elsewhere = createProject();
  symlinkSync(elsewhere, join(root, '.annotate'));
  expect(() => recordOffParts(root, ['a'])).toThrow(/leads out of the project/);
  expect(existsSync(join(elsewhere, 'off'))).toBe(false);
});
