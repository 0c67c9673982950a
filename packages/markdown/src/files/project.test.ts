import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { projectAround, projectRootOf } from './project.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-home-')));
afterEach(() => rmSync(home, { recursive: true, force: true }));

function fileIn(...marks: string[]): string {
  mkdirSync(join(home, 'work', 'docs'), { recursive: true });
  for (const mark of marks) mkdirSync(join(home, mark), { recursive: true });
  const file = join(home, 'work', 'docs', 'a.md');
  writeFileSync(file, '');
  return file;
}

it('the project of a file is the git root before anything nearer', () => {
  expect(projectAround(fileIn('work/.git', 'work/docs/.claude'), home)).toBe(join(home, 'work'));
});

it('the project of a file is the nearest folder with .claude or package.json where there is no git', () => {
  expect(projectAround(fileIn('work/.claude', 'package.json'), home)).toBe(join(home, 'work'));
});

it('the project of a file is never the home folder, which has a .claude of its own', () => {
  expect(projectAround(fileIn('.claude', '.git'), home)).toBeNull();
});

it('the project of a file is the innermost allowed folder where nothing marks one, else the folder of the file', () => {
  const file = fileIn();
  expect(projectRootOf(file, ['/', home, join(home, 'work')], home)).toBe(join(home, 'work'));
  expect(projectRootOf(file, ['/', home], home)).toBe(join(home, 'work', 'docs'));
});
