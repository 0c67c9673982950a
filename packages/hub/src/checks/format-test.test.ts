import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '../testing/hub-server.ts';

import { formatTest } from './format-test.ts';
import { readStyle } from './neighbour-style.ts';

function project(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('a test that was written', () => {
  const test = 'const a = 1;\nexport const b = { a: a };\n';

  it('is formatted by the ESLint of the project', async () => {
    const root = project({
      'package.json': '{ "type": "module", "devDependencies": { "eslint": "*" } }',
      'eslint.config.js': 'export default [{ rules: { "object-shorthand": "error" } }];',
      'e2e/annotations/say.spec.js': test,
    });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(
      join(import.meta.dirname, '../../../../node_modules/eslint'),
      join(root, 'node_modules/eslint'),
    );
    const file = join(root, 'e2e/annotations/say.spec.js');
    await formatTest(file, root);
    expect(readFileSync(file, 'utf8')).toBe('const a = 1;\nexport const b = { a };\n');
  });

  it('is formatted by Prettier where the project has both', async () => {
    const root = project({
      'package.json': '{ "devDependencies": { "eslint": "*", "prettier": "*" } }',
      'node_modules/prettier/bin/prettier.cjs':
        "require('node:fs').writeFileSync(process.argv.at(-1), process.argv.slice(2, -1).join());",
      'say.spec.js': test,
    });
    await formatTest(join(root, 'say.spec.js'), root);
    expect(readFileSync(join(root, 'say.spec.js'), 'utf8')).toBe('--write');
  });

  it.each([
    ['has none', '{}'],
    ['names one that is not installed', '{ "devDependencies": { "@biomejs/biome": "*" } }'],
    ['has a package.json that cannot be read', '{'],
  ])('stays as it is where the project %s', async (_, manifest) => {
    const root = project({ 'package.json': manifest, 'say.spec.js': test });
    await formatTest(join(root, 'say.spec.js'), root);
    expect(readFileSync(join(root, 'say.spec.js'), 'utf8')).toBe(test);
  });
});

describe('quotes and semicolons', () => {
  it.each<[string, string, object]>([
    [
      '"',
      'import { test } from "@playwright/test"\nimport x from "./x"\n',
      { quote: '"', semicolons: false },
    ],
    ["'", "import { test } from '@playwright/test';\n", { quote: "'", semicolons: true }],
  ])('are those of the tests that are there: %s', (_, text, style) => {
    const root = project({
      'tests/cart.spec.ts': text,
      'node_modules/other/a.spec.ts': "import a from 'a';\nimport b from 'b';\nimport c from 'c';",
    });
    expect(readStyle(root)).toEqual(style);
  });

  it('are ours where there are no tests', () => {
    expect(readStyle(join(temporaryFolder(), 'missing'))).toEqual({ quote: "'", semicolons: true });
  });
});
