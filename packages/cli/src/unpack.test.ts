import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import type { Machine } from '@annotate-mcp/store/user-folders';

import { temporary } from './testing/test-project.ts';
import { type Packed, unpack } from './unpack.ts';

const texts: Record<string, string> = { 'page/overlay.js': 'export {};', 'page/licenses.md': 'MIT' };

function packed(): Packed & { reads: string[] } {
  const reads: string[] = [];
  const files = Object.entries(texts).map(([name, text]) => [name, { bytes: text.length }] as const);
  return {
    contents: { digest: 'd1', files: Object.fromEntries(files) },
    read: (name) => {
      reads.push(name);
      return Buffer.from(texts[name] ?? '');
    },
    reads,
  };
}

function machine(): Machine & { home: string } {
  const home = temporary('annotate unpäck ');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return { platform: 'linux', env: {}, home };
}

it('writes the files once, for this user alone', () => {
  const [files, here] = [packed(), machine()];
  const folder = unpack(files, here);
  expect(folder).toBe(join(here.home, '.cache', 'annotate-mcp', 'd1'));
  expect(readFileSync(join(folder, 'page/overlay.js'), 'utf8')).toBe('export {};');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'page')).sort()).toEqual(['licenses.md', 'overlay.js']);
  unpack(files, here);
  expect(files.reads).toHaveLength(2);
});

it('writes again what was deleted or cut off by a full disk', () => {
  const [files, here] = [packed(), machine()];
  const folder = unpack(files, here);
  rmSync(join(folder, 'page/licenses.md'));
  writeFileSync(join(folder, 'page/overlay.js'), 'ex');
  expect(unpack(files, here)).toBe(folder);
  for (const [name, text] of Object.entries(texts))
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

it('takes a folder of its own where the cache cannot be written to', () => {
  const here = machine();
  writeFileSync(join(here.home, '.cache'), 'a file');
  const folder = unpack(packed(), here);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(folder.startsWith(tmpdir())).toBe(true);
  expect(existsSync(join(folder, 'page/overlay.js'))).toBe(true);
});

it.each([
  ['linux', { XDG_CACHE_HOME: 'xdg' }, 'xdg/annotate-mcp/d1'],
  ['darwin', {}, 'Library/Caches/annotate-mcp/d1'],
  ['win32', { LOCALAPPDATA: 'local' }, 'local/annotate-mcp/Cache/d1'],
  ['win32', {}, 'AppData/Local/annotate-mcp/Cache/d1'],
] as const)('caches where programs of %s with %j do', (platform, env, place) => {
  const { home } = machine();
  mkdirSync(home, { recursive: true });
  const absolute = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, join(home, path)]));
  expect(unpack(packed(), { platform, env: absolute, home })).toBe(join(home, place));
});
