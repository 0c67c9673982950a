import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { hasLinks } from '../testing/machine.ts';

import { realPath, realPathIfThere } from './real-path.ts';

const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'real path ')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.skipIf(!hasLinks)('names the file that a link leads to', () => {
  mkdirSync(join(root, 'Shop'));
  symlinkSync(join(root, 'Shop'), join(root, 'link'), 'junction');
  expect(realPath(join(root, 'link'))).toBe(join(root, 'Shop'));
});

it('throws for what does not exist, or gives it back where that is asked for', () => {
  const missing = join(root, 'nothing');
  expect(() => realPath(missing)).toThrow('ENOENT');
  expect(realPathIfThere(missing)).toBe(missing);
});
