import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'annotate typed rules '));
  const compilerOptions = { strict: true, lib: ['es2024'], types: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
});
afterAll(() => rm(folder, { recursive: true }));

async function lint(code: string): Promise<string> {
  const file = join(folder, 'sample.ts');
  await writeFile(file, code);
  const args = ['--config', join(root, '.oxlintrc.json'), '--format=unix', file];
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/oxlint'), args, { cwd: folder }, (_failure, output) =>
      resolve(output),
    );
  });
}

it.each([
  ['no-floating-promises', 'declare function save(): Promise<void>;\nsave();\n'],
  ['no-unsafe-assignment', 'declare const answer: any;\nexport const text: string = answer;\n'],
  ['no-unnecessary-condition', 'declare const name: string;\nexport const length = name?.length;\n'],
])('the rules that need types are run: %s', async (rule, code) => {
  expect(await lint(code)).toContain(rule);
});

it('the rules that need types accept code that keeps them', async () => {
  expect(await lint('declare function save(): Promise<void>;\nawait save();\nexport {};\n')).not.toContain(
    'sample.ts',
  );
});
