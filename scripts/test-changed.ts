/**
 * What a change needs while you work on it: types everywhere, lint of the changed files, and those tests of the changed
 * workspaces that import a changed file or stand beside one. `npm test` runs the rest.
 * Argument: a commit; what has changed since then counts. Without it, since the branch left main.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { output, ownNode, root, run, say, tool } from './toolchain.mjs';

const [asked, ...others] = process.argv.slice(2);
if (asked?.startsWith('-') === true || others.length > 0)
  stop(`test:changed takes one commit. Usage: npm run test:changed -- [commit]`);

const git = (...args: string[]) => output(['git', ...args])?.trim() ?? null;
const named = asked ?? git('merge-base', 'HEAD', 'main') ?? 'HEAD';
const since =
  git('rev-parse', '--verify', '--quiet', `${named}^{commit}`) ?? stop(`There is no commit ${named}.`);

const listed = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')];
const files = lines(listed.join('\n')).filter(isFile);
if (files.length === 0) {
  say(`nothing has changed since ${since}`);
  process.exit();
}

say(`lint: ${files.length} files`);
const lint = run([ownNode, 'scripts/lint.ts', ...files]);
say('types');
const codes = [await run([...tool('tsc'), '-b']), await lint];

const folders = foldersOf(files);
const tests = folders.length === 0 ? [] : [...new Set([...testsThatImport(), ...files.flatMap(testsBeside)])];
if (tests.length > 0) {
  say(`tests: ${tests.length} files of ${folders.join(' ')}`);
  codes.push(await run([...tool('vitest'), 'run', ...tests.sort()]));
}
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;

/** packages/core/src/a.ts belongs to packages/core/, scripts/a.ts to scripts/. */
function foldersOf(paths: readonly string[]): string[] {
  const workspace = /^(?:(?:packages|apps|demos)\/[^/]+|bench|scripts|eslint)\//;
  return [...new Set(paths.flatMap((path) => workspace.exec(path)?.[0] ?? []))].sort();
}

function testsThatImport(): string[] {
  const list = output([...tool('vitest'), 'list', '--filesOnly', '--changed', since, ...folders]);
  // Each has the name of its project before it.
  return lines(list ?? '').map((line) => line.replace(/^\[[^\]]*\] /, ''));
}

/** A test that starts a program does not import what it tests, but stands beside it: signals.ts, signals.test.ts. */
function testsBeside(file: string): string[] {
  const name = file.replace(/\.tsx?$/, '');
  return ['.test.ts', '.browser.test.ts', '.browser.test.tsx'].map((end) => name + end).filter(isFile);
}

function lines(text: string): string[] {
  return [...new Set(text.split('\n').filter((line) => line !== ''))].sort();
}

function isFile(path: string): boolean {
  return existsSync(join(root, path)) && statSync(join(root, path)).isFile();
}

function stop(problem: string): never {
  console.error(problem);
  process.exit(1);
}
