/** The package as users get it: packed, installed into an empty folder, started with npx. */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildBin } from './testing/build-bin.ts';
import { temporary } from './testing/test-project.ts';

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
const protocolVersion = '2025-06-18';
const clientInfo = { name: 'test', version: '1' };
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
  it('is one program without dependencies', () => {
    expect(readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'annotate-mcp',
    ]);
    const installed = join(user, 'node_modules', 'annotate-mcp');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual([
      'bin.mjs',
      'chunks',
      'extension',
      'licenses.md',
      'page',
      'team',
      'view',
    ]);
  });

  it('has the files for browsers beside it', () => {
    const dist = join(user, 'node_modules/annotate-mcp/dist');
    expect(readdirSync(join(dist, 'page'))).toContain('overlay.js');
    expect(readdirSync(join(dist, 'team'))).toContain('page.js');
    const view = readdirSync(join(dist, 'view'));
    expect(view).toEqual(expect.arrayContaining(['katex.js', 'markdown-view.html', 'mermaid.js']));
  });

  it('has the extension in it, and unpacks it for Chrome', () => {
    const folder = join(home, '.config', 'annotate-mcp', 'extension');
    expect(npx('extension', '--print-path')).toBe(`${folder}\n`);
    const packed = join(user, 'node_modules/annotate-mcp/dist/extension');
    const files = readdirSync(packed, { recursive: true }).sort();
    expect(files).toEqual(expect.arrayContaining(['build.json', 'manifest.json', 'popup.html', 'worker.js']));
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(files);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('finds the Markdown view, although its code is in a folder below the program', async () => {
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'resources/read', params: { uri: 'ui://annotate-mcp/markdown-view.html' } },
    ];
    const bin = join(user, 'node_modules/annotate-mcp/dist/bin.mjs');
    const server = spawn(process.execPath, [bin, '--store', 'memory:'], { cwd: user, env });
    for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let answer = '';
    for await (const line of createInterface({ input: server.stdout })) {
      answer = line;
      if (answer.includes('"id":2')) break;
    }
    server.kill();
    expect(answer).toContain('<!doctype html>');
  });

  it('imports only its own chunks, and reads the modules of Node', () => {
    const dist = join(user, 'node_modules/annotate-mcp/dist');
    const chunks = readdirSync(join(dist, 'chunks')).map((name) => join(dist, 'chunks', name));
    const imported = [join(dist, 'bin.mjs'), ...chunks].flatMap((file) =>
      parseSync(file, readFileSync(file, 'utf8')).module.staticImports.map(({ moduleRequest }) =>
        join(dirname(file), moduleRequest.value),
      ),
    );
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((file) => !chunks.includes(file))).toEqual([]);
  });

  it('keeps compiled code in the cache folder of the user, and nothing in the project', () => {
    npx('--version');
    expect(readdirSync(join(home, '.cache', 'annotate-mcp'))).toEqual(['compiled']);
    expect(readdirSync(user).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
  });

  it('starts without a cache when its cache folder cannot be created or the cache is disabled', () => {
    const readOnly = join(top, 'read-only');
    mkdirSync(readOnly);
    const bin = join(user, 'node_modules/annotate-mcp/dist/bin.mjs');
    const run = (extra: NodeJS.ProcessEnv) =>
      execFileSync(process.execPath, [bin, '--version'], { env: { ...env, ...extra }, encoding: 'utf8' });
    // A file in its way stops root, whom permissions do not.
    writeFileSync(join(readOnly, 'file'), '');
    expect(run({ XDG_CACHE_HOME: join(readOnly, 'file') })).toMatch(/^\d/);
    expect(run({ NODE_DISABLE_COMPILE_CACHE: '1', XDG_CACHE_HOME: join(top, 'unused') })).toMatch(/^\d/);
    expect(existsSync(join(top, 'unused'))).toBe(false);
  });

  it('starts with npx in a folder with a space in its path', () => {
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
    expect(npx('--version')).toBe(`${version}\n`);
    expect(npx('list', '--json')).toBe('{\n  "annotations": [],\n  "more": false\n}\n');
  });

  it('is executable', () => {
    // The built file as well: in a checkout npx starts it.
    for (const file of [join(user, 'node_modules/.bin/annotate-mcp'), join(pack, 'dist/bin.mjs')]) {
      expect(statSync(file).mode & 0o111).not.toBe(0);
    }
  });
});
