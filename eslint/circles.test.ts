import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'annotate circles '));
  await writeFile(join(folder, 'tsconfig.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true }));

/** What lint says of two files in a folder of their own. */
async function lint(a: string, b: string): Promise<string> {
  await writeFile(join(folder, 'a.ts'), a);
  await writeFile(join(folder, 'b.ts'), b);
  const args = ['--config', join(root, '.oxlintrc.json'), '--format=unix', folder];
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/oxlint'), args, { cwd: folder }, (_failure, output) =>
      resolve(output),
    );
  });
}

it.each([
  [
    'of values',
    `import { b } from './b.ts';\nexport const a = () => b;\n`,
    `import { a } from './a.ts';\nexport const b = () => a;\n`,
  ],
  [
    'of types only',
    `import type { B } from './b.ts';\nexport interface A { b: B }\n`,
    `import type { A } from './a.ts';\nexport interface B { a: A }\n`,
  ],
])('lint refuses an import circle %s', async (_name, a, b) => {
  expect(await lint(a, b)).toMatch(/a\.ts:1:\d+: Dependency cycle detected/);
});

it('lint accepts an import in one direction', async () => {
  const said = await lint(
    `import { b } from './b.ts';\nexport const a = () => b;\n`,
    'export const b = () => 1;\n',
  );
  expect(said).not.toContain('cycle');
});
