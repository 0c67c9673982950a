import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { touch, watchWakeFile } from './wake-file.ts';

it('reports that a file was touched, and not that it was deleted', async () => {
  const project = mkdtempSync(join(tmpdir(), 'annotate wake '));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const [file, other] = ['store.db', 'other.db'].map((name) => join(project, '.annotate', 'wake', name)) as [
    string,
    string,
  ];
  const counts = { file: 0, other: 0 };
  const watches = [watchWakeFile(file, () => counts.file++), watchWakeFile(other, () => counts.other++)];
  for (const watch of watches) watch.start();
  onTestFinished(() => watches.forEach((watch) => watch.stop()));
  touch(file);
  await expect.poll(() => counts.file).toBeGreaterThan(0);
  rmSync(file);
  const before = counts.file;
  touch(other);
  // Events of one folder come in order.
  await expect.poll(() => counts.other).toBeGreaterThan(0);
  expect(counts.file).toBe(before);
});
