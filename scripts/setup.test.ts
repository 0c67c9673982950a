import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { missingFrom } from './setup.mjs';
import { temporaryCheckout, type TemporaryCheckout } from './temporary-checkout.ts';

// A package `node` of our own, so that a real npm ci needs no network.
const files = {
  'package.json': JSON.stringify({ private: true, devDependencies: { node: 'file:local/node' } }),
  'local/node/package.json': JSON.stringify({ name: 'node', version: '24.0.0', bin: { node: 'node.sh' } }),
  'local/node/node.sh': `#!/bin/sh\nexec "${process.execPath}" "$@"\n`,
};

let checkout: TemporaryCheckout;
const file = (path: string) => join(checkout.root, path);

beforeAll(() => {
  checkout = temporaryCheckout(files);
  chmodSync(file('local/node/node.sh'), 0o755);
  execFileSync('npm', ['install', '--package-lock-only'], { cwd: checkout.root, stdio: 'pipe' });
});

afterAll(() => checkout[Symbol.dispose]());

describe('setup', () => {
  beforeEach(async () => {
    await setup();
  });

  it('is silent when there is nothing to do', async () => {
    expect(await setup()).toEqual({ code: 0, output: '' });
  });

  it(
    'installs again after an npm ci that did not finish, though PATH names the Node it removes',
    { tags: ['full'] },
    async () => {
      const PATH = `${file('node_modules/.bin')}:${process.env.PATH ?? ''}`;
      rmSync(file('node_modules/.installed-package-lock.json'));
      rmSync(file('node_modules/.package-lock.json'));
      const { code, output } = await setup({ PATH });
      expect(output).toContain('==> packages: npm ci');
      expect(code).toBe(0);
      expect(execFileSync(file('node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v/);
    },
  );

  it('installs when the lockfile asks for something that is not there', async () => {
    const lockfile = readFileSync(file('package-lock.json'), 'utf8');
    checkout.write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    checkout.write('package-lock.json', `${lockfile}\n`);
    expect((await setup()).output).toContain('==> packages: npm ci');
  });

  it('asks the registry when what npm has in its cache is too old', async () => {
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
    const refusing = 'case "$*" in *--prefer-offline*) echo "npm error code ETARGET" >&2; exit 1 ;; esac';
    checkout.write('bin/npm', `#!/bin/sh\n${refusing}\nexec "${npm}" "$@"\n`);
    chmodSync(file('bin/npm'), 0o755);
    rmSync(file('node_modules'), { recursive: true });
    const { code, output } = await setup({ PATH: `${file('bin')}:${process.env.PATH ?? ''}` });
    expect(output).toContain('==> packages: npm ci again, asking the registry\n');
    expect(code).toBe(0);
    expect(existsSync(file('node_modules/.bin/node'))).toBe(true);
  });

  it('does not install again what npm install has just installed', async () => {
    const lockfile = readFileSync(file('package-lock.json'), 'utf8');
    checkout.write('package-lock.json', `${lockfile}\n`);
    expect(await setup()).toEqual({ code: 0, output: '' });
    expect(await setup()).toEqual({ code: 0, output: '' });
  });

  it('installs once when two run together', { tags: ['full'] }, async () => {
    rmSync(file('node_modules'), { recursive: true });
    const both = await Promise.all([setup(), setup()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ output }) => output.includes('npm ci'))).toHaveLength(1);
    expect(existsSync(file('node_modules/.bin/node'))).toBe(true);
  });

  it.each([
    { who: 'an interrupted setup', holder: '2147480000 1' },
    { who: 'an interrupted setup that a power cut left nothing of', holder: '\0\0\0\0' },
    // A pid alone tells no process from a later one, where the system does not say when they started.
    ...(process.platform === 'linux'
      ? [{ who: 'an interrupted setup whose pid another process has now', holder: `${process.pid} 1` }]
      : []),
  ])('does not wait for $who', async ({ holder }) => {
    rmSync(file('node_modules/.installed-package-lock.json'));
    checkout.write('.dev/setup.pid', holder);
    utimesSync(file('.dev/setup.pid'), 1, 1);
    expect(await setup({}, ['--no-browser'], checkout.root, 10_000)).toEqual({ code: 0, output: '' });
    expect(existsSync(file('.dev/setup.pid'))).toBe(false);
  });

  it('installs again when the record of what is installed cannot be read', async () => {
    rmSync(file('node_modules/.installed-package-lock.json'));
    checkout.write('node_modules/.package-lock.json', '{"packages":');
    const { code, output } = await setup();
    expect(output).toContain('==> packages: npm ci');
    expect(code).toBe(0);
  });

  it('says what is wrong with a CHROME_BIN that cannot be run', async () => {
    const { code, output } = await setup({ CHROME_BIN: '/no such/chrome' }, []);
    expect(code).toBe(1);
    expect(output).toContain('CHROME_BIN is /no such/chrome, which cannot be run.');
  });
});

it(
  'setup --only installs some workspaces, keeps them with further ones, and is completed by a whole setup',
  { tags: ['full'] },
  async () => {
    const demo = (name: string) =>
      JSON.stringify({ name, devDependencies: { node: 'file:../../local/node' } });
    using some = temporaryCheckout({
      ...files,
      'package.json': JSON.stringify({ private: true, workspaces: ['demos/*'] }),
      'demos/one/package.json': demo('one'),
      'demos/two/package.json': demo('two'),
      'demos/three/package.json': demo('three'),
    });
    chmodSync(join(some.root, 'local/node/node.sh'), 0o755);
    execFileSync('npm', ['install', '--package-lock-only'], { cwd: some.root, stdio: 'pipe' });
    const run = async (...args: string[]) => (await setup({}, ['--no-browser', ...args], some.root)).output;
    const linked = () =>
      ['one', 'two', 'three'].filter((name) => existsSync(join(some.root, 'node_modules', name)));

    expect(await run('--only', 'demos/one')).toContain('==> packages: npm ci, only for demos/one\n');
    expect(linked()).toEqual(['one']);
    expect(await run('--only', 'demos/one')).toBe('');
    expect(await run('--only', 'demos/two')).toContain('only for demos/one demos/two\n');
    expect(linked()).toEqual(['one', 'two']);
    expect(await run()).toContain('==> packages: npm ci\n');
    expect(linked()).toEqual(['one', 'two', 'three']);
    expect(await run('--only', 'demos/three')).toBe('');
  },
);

const vite = { version: '8.0.0', integrity: 'sha512-a' };
const wanted = { packages: { '': {}, 'packages/core': { version: '1.0.0' }, 'node_modules/vite': vite } };

describe('missing packages', () => {
  it('are none when npm recorded what the lockfile asks for', () => {
    expect(missingFrom({ packages: { 'node_modules/vite': vite } }, wanted)).toEqual([]);
  });

  it('are those that are absent, in another version, or with other content', () => {
    for (const packages of [
      {},
      { 'node_modules/vite': { ...vite, version: '7.0.0' } },
      { 'node_modules/vite': { ...vite, integrity: 'sha512-b' } },
    ]) {
      expect(missingFrom({ packages }, wanted)).toEqual(['node_modules/vite']);
    }
  });

  it('do not include an optional package that is absent: it is for another system', () => {
    const optional = {
      packages: { 'node_modules/@rolldown/binding-win32-x64-msvc': { ...vite, optional: true } },
    };
    expect(missingFrom({ packages: {} }, optional)).toEqual([]);
  });
});

async function setup(
  env: Record<string, string> = {},
  args = ['--no-browser'],
  root = checkout.root,
  timeout?: number,
) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'setup', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, output: out + errors };
}
