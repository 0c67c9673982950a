/** The formatters that projects have, as npm installs them: each formats the test that "Keep it so" has written. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { answerQuestion } from '../testing/consent-questions.ts';

import { id, startResolved } from './testing/resolved-project.ts';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/annotate-mcp/formatters');

interface FormatterCase {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Double quotes, no semicolons and tabs, none of which the test has as it is written. */
  readonly files: Readonly<Record<string, string>>;
  /** Fails where the formatter would change the file. */
  readonly check: readonly string[];
}

const cases: readonly FormatterCase[] = [
  {
    name: 'Prettier',
    dependencies: { prettier: '^3.0.0' },
    files: { '.prettierrc': '{ "semi": false, "singleQuote": false, "useTabs": true }' },
    check: ['prettier/bin/prettier.cjs', '--check'],
  },
  {
    name: 'Biome',
    dependencies: { '@biomejs/biome': '^2.0.0' },
    files: {
      'biome.json':
        '{ "formatter": { "indentStyle": "tab" }, "javascript": { "formatter": { "semicolons": "asNeeded", "quoteStyle": "double" } } }',
    },
    check: ['@biomejs/biome/bin/biome', 'check'],
  },
  {
    name: 'ESLint',
    dependencies: { eslint: '^10.0.0', '@stylistic/eslint-plugin': '^5.0.0', 'typescript-eslint': '^8.0.0' },
    files: {
      'eslint.config.js': `import stylistic from '@stylistic/eslint-plugin';
import { parser } from 'typescript-eslint';

const rules = { '@stylistic/quotes': ['error', 'double'], '@stylistic/semi': ['error', 'never'], '@stylistic/indent': ['error', 'tab'] };
export default [{ files: ['**/*.ts'], languageOptions: { parser }, plugins: { '@stylistic': stylistic }, rules }];
`,
    },
    check: ['eslint/bin/eslint.js'],
  },
];

it.each(cases)(
  'the test is written as the $name of the project wants it',
  { tags: ['full'], timeout: 600_000 },
  async ({ name, dependencies, files, check: [script = '', ...args] }) => {
    const { store, root, offer } = await startResolved();
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    link(await install(name, dependencies), Object.keys(dependencies), root);
    const manifest = { type: 'module', devDependencies: dependencies };
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    expect((await offer()).status).toBe(202);
    await answerQuestion(store, 'write');
    const written = async () => {
      const annotation = await store.get(id);
      if (annotation === null || annotation.kind === 'markdown') return '';
      return annotation.checkFile ?? '';
    };
    await expect.poll(written, { timeout: 120_000 }).not.toBe('');
    const file = await written();
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toMatch(/^import .* from "@playwright\/test"$/m);
    expect(text).toMatch(/^\t(?:\t)*await expect\(.*\)$/m);
    await run(process.execPath, [join(root, 'node_modules', script), ...args, file], { cwd: root });
  },
);

/** Once for each list of dependencies. Returns its folder node_modules. */
async function install(name: string, dependencies: FormatterCase['dependencies']): Promise<string> {
  const folder = join(cache, name);
  const manifest = JSON.stringify({ private: true, dependencies });
  const installed = join(folder, 'installed.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== manifest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await run('npm', ['install', ...options], { cwd: folder });
    writeFileSync(installed, manifest);
  }
  return join(folder, 'node_modules');
}

function link(modules: string, names: readonly string[], root: string): void {
  for (const name of names) {
    const place = join(root, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(modules, name), place);
  }
}
