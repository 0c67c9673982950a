/** The package as users get it: packed, installed into an empty folder, started by npx. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildBin } from './testing/build-bin.ts';
import { temporary } from './testing/workshop.ts';

const source = join(import.meta.dirname, '..');
const top = temporary('annotate päck ');
const [pack, user, home] = ['the package', 'an empty folder', 'home'].map((name) => join(top, name)) as [
  string,
  string,
  string,
];
const env = {
  PATH: process.env.PATH,
  HOME: home,
  npm_config_cache: join(top, 'cache'),
  npm_config_update_notifier: 'false',
};
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
const npx = (...args: string[]) =>
  execFileSync('npx', ['--no-install', 'annotate-mcp', ...args], { cwd: user, env, encoding: 'utf8' });

beforeAll(async () => {
  for (const folder of [pack, user, home]) mkdirSync(folder);
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, file), join(pack, file));
  await buildBin(join(pack, 'dist'));
  npm(pack, 'pack', '--pack-destination', top);
  writeFileSync(join(user, 'package.json'), '{ "private": true }');
  const [tarball = ''] = readdirSync(top).filter((name) => name.endsWith('.tgz'));
  npm(user, 'install', '--offline', '--no-audit', '--no-fund', join(top, tarball));
}, 240_000);
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('the packed package', () => {
  it('is one program that needs no other package', () => {
    expect(readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'annotate-mcp',
    ]);
    const installed = join(user, 'node_modules', 'annotate-mcp');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(['bin.mjs', 'licenses.md', 'page', 'view']);
  });

  it('has what browsers load and show beside it', () => {
    const dist = join(user, 'node_modules/annotate-mcp/dist');
    expect(readdirSync(join(dist, 'page'))).toContain('overlay.js');
    const view = readdirSync(join(dist, 'view'));
    expect(view).toEqual(expect.arrayContaining(['katex.js', 'markdown-view.html', 'mermaid.js']));
  });

  it('imports nothing but Node', () => {
    const text = readFileSync(join(user, 'node_modules/annotate-mcp/dist/bin.mjs'), 'utf8');
    const { staticImports } = parseSync('bin.mjs', text).module;
    const imported = staticImports.map(({ moduleRequest }) => moduleRequest.value);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !isBuiltin(name))).toEqual([]);
  });

  it('starts by npx in a folder with a space in its path', () => {
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
    expect(npx('--version')).toBe(`${version}\n`);
    expect(npx('list', '--json')).toBe('{\n  "annotations": [],\n  "more": false\n}\n');
  });

  it('may be executed', () => {
    // As built, too: in a checkout npx starts that file.
    for (const file of [join(user, 'node_modules/.bin/annotate-mcp'), join(pack, 'dist/bin.mjs')]) {
      expect(statSync(file).mode & 0o111).not.toBe(0);
    }
  });
});
