/** The scripts that build, in a clone that has nothing built yet. Only `vite` is a stand-in. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  pretendInstalled,
  temporaryCheckout,
  writeTool,
  type TemporaryCheckout,
} from './temporary-checkout.ts';

const outputs = {
  'packages/overlay': 'dist/page/overlay.js',
  'apps/markdown-view': 'dist/katex.js',
  'apps/team-page': 'dist/page.js',
  'packages/cli': 'dist/bin.mjs',
};

/** `vite build <package> …` writes the package's output: a program that says what it was asked. */
const vite = `
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const folder = process.argv[3];
const output = join(folder, ${JSON.stringify(outputs)}[folder]);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, "#!/usr/bin/env node\\nconsole.log('annotate-mcp', ...process.argv.slice(2));\\n");
chmodSync(output, 0o755);
`;

let checkout: TemporaryCheckout;

beforeEach(() => {
  const sources = [
    'core',
    'store',
    'http',
    'page-facts',
    'consent',
    'work',
    'lsp',
    'hub',
    'markdown',
    'browser-protocol',
    'mcp-server',
  ];
  const files = [
    ...Object.keys(outputs).flatMap((name) =>
      ['vite.config.ts', 'package.json', 'src/a.ts'].map((file) => `${name}/${file}`),
    ),
    ...sources.map((name) => `packages/${name}/src/a.ts`),
    'apps/markdown-view/index.html',
    'packages/team/src/overview/answers.ts',
  ];
  checkout = temporaryCheckout({
    ...Object.fromEntries(files.map((file) => [file, '{}'])),
    'packages/cli/package.json': '{ "name": "annotate-mcp", "version": "0.0.0" }',
    'package.json': '{}',
    'apps/plugin/build.ts': `import { existsSync } from 'node:fs';
console.log('built', existsSync('packages/overlay/dist/page/overlay.js'), existsSync('apps/markdown-view/dist/katex.js'));`,
  });
  pretendInstalled(checkout);
  writeTool(checkout, 'vite', 'vite', vite);
  symlinkSync('../packages/cli', join(checkout.root, 'node_modules/annotate-mcp'));
});

afterEach(() => checkout[Symbol.dispose]());

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: checkout.root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('a fresh clone', () => {
  it('has everything that the plugin is built from before it is built', { tags: 'full' }, () => {
    expect(run(process.execPath, 'scripts/run.mjs', 'build-plugin')).toContain('built true true');
  });

  it('has annotate-mcp for npx after a build', () => {
    run(process.execPath, 'scripts/run.mjs', 'bundles', 'cli');
    expect(run('npx', '--no', 'annotate-mcp', 'list')).toContain('annotate-mcp list');
  });
});
