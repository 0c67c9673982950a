import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { replacePrivateFile } from './private-file.ts';

it('leaves no other file behind when the file cannot be replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bridge.json', 'inner'), { recursive: true });
  expect(() => replacePrivateFile(join(folder, 'bridge.json'), '{}')).toThrow();
  expect(readdirSync(folder)).toEqual(['bridge.json']);
});
