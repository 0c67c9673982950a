/** One project has one root, however its path is written. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { findProjectRoot } from './project-root.ts';

const top = mkdtempSync(join(realpathSync.native(tmpdir()), 'annotate röot '));
const root = join(top, 'My Shop');
mkdirSync(join(root, '.git'), { recursive: true });
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));

it.each([
  ['as the disk has it', root],
  ['in small letters', root.toLowerCase()],
  ['in capitals', root.toUpperCase()],
  ['with slashes', root.replaceAll('\\', '/')],
  ['with a long prefix', `\\\\?\\${root}`],
])('is found by a path %s', (_, path) => {
  expect(findProjectRoot({ root: path })).toBe(root);
  expect(findProjectRoot({ cwd: path, env: {} })).toBe(root);
});
