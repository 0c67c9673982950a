import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { hasLinks } from '../testing/machine.ts';

import { announceHub, hasRunningHub } from './hub-presence.ts';

function createProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate hubs ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

it('knows of a hub until it is closed', () => {
  const root = createProject();
  expect(hasRunningHub(root)).toBe(false);
  const withdraw = announceHub(root);
  expect(hasRunningHub(root)).toBe(true);
  withdraw();
  expect(hasRunningHub(root)).toBe(false);
});

it('does nothing in a project that is gone', () => {
  const root = createProject();
  rmSync(root, { recursive: true });
  announceHub(root)();
  expect(existsSync(root)).toBe(false);
});

it('does not believe a file whose process has ended, or that it did not write', () => {
  const root = createProject();
  announceHub(root);
  const [name = ''] = readdirSync(join(root, '.annotate/hubs'));
  for (const text of [
    '',
    '{}',
    '[1]',
    JSON.stringify({ machine: 'other', pid: process.pid, startedAt: '' }),
  ]) {
    writeFileSync(join(root, '.annotate/hubs', name), text);
    expect(hasRunningHub(root)).toBe(false);
  }
});

it.skipIf(!hasLinks)('writes nothing through a link that leads out of the project', () => {
  const [root, elsewhere] = [createProject(), createProject()];
  symlinkSync(elsewhere, join(root, '.annotate'));
  expect(() => announceHub(root)).toThrow();
  expect(readdirSync(elsewhere)).toEqual([]);
});
