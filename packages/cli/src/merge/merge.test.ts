import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { runHere } from '../testing/in-process.ts';
import { temporary } from '../testing/test-project.ts';

const before = process.cwd();
let project = '';
beforeEach(() => {
  project = temporary('annotate mërge ');
  mkdirSync(join(project, '.git'));
  process.chdir(project);
});
afterEach(() => {
  process.chdir(before);
  rmSync(project, { recursive: true, force: true });
});

/** A file in which git could not merge two additions. */
async function writeConflict(name: string): Promise<string> {
  const file = join(project, name);
  const store = await openStore(`json:${name}`, { root: project });
  for (const n of [1, 2]) await store.add(sampleAnnotation({ id: uuidOf(n) }));
  await store.close();
  const [one = '', two = ''] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"id"'));
  const text = readFileSync(file, 'utf8').replace(
    `${one}\n\n${two}\n`,
    `<<<<<<< HEAD\n${one}\n=======\n${two}\n>>>>>>> topic\n`,
  );
  writeFileSync(file, text);
  return file;
}

it('keeps both sides of a file, after which the store opens again', async () => {
  const file = await writeConflict('review.json');
  const refused = await runHere(['list', '--store', 'json:review.json']);
  expect(refused.stderr).toContain(`annotate-mcp merge "${file}"`);
  const { code, stdout } = await runHere(['merge', 'review.json']);
  expect(code).toBe(0);
  expect(stdout).toBe(`Merged ${file}: 2 annotations. Next: git add "${file}".\n`);
  const list = await runHere(['list', '--store', 'json:review.json', '--json']);
  expect((JSON.parse(list.stdout) as { annotations: unknown[] }).annotations).toHaveLength(2);
  expect((await runHere(['merge', 'review.json'])).stdout).toContain('no conflict markers');
});

it('takes the store that is named', async () => {
  const file = await writeConflict('docs.json');
  const { stdout } = await runHere(['merge', '--store', 'json:docs.json', '--json']);
  expect(JSON.parse(stdout)).toEqual([{ file, annotations: 2, combined: 0 }]);
});

it('says what is missing', async () => {
  expect((await runHere(['merge'])).stderr).toContain('the store is not a JSON file');
  expect((await runHere(['merge', 'none.json'])).stderr).toContain('there is no such file');
});
