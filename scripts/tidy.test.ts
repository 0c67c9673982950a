import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryCheckout } from './temporary-checkout.ts';

describe('demo:reset', () => {
  it('puts back the files a demo lists, and no others', () => {
    using checkout = temporaryCheckout({
      'demos/plain/reset': 'src\n',
      'demos/plain/src/price.html': 'committed',
      'demos/plain/package.json': 'committed',
    });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout.root, stdio: 'pipe' });
    git('init');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-m', 'demo', '--no-verify');
    checkout.write('demos/plain/src/price.html', 'changed by an agent');
    checkout.write('demos/plain/package.json', 'changed by a person');

    const { status } = reset(checkout.root);
    expect(status).toBe(0);
    expect(readFileSync(join(checkout.root, 'demos/plain/src/price.html'), 'utf8')).toBe('committed');
    expect(readFileSync(join(checkout.root, 'demos/plain/package.json'), 'utf8')).toBe('changed by a person');
  });

  it('says so when there is no demo', () => {
    using checkout = temporaryCheckout({});
    expect(reset(checkout.root)).toMatchObject({
      status: 1,
      stderr: 'There is no demo in demos/: nothing to reset.\n',
    });
  });
});

describe('clean', () => {
  const files = {
    'packages/core/dist/index.js': '',
    'packages/core/src/dist/fixture.js': '',
    'packages/core/tsconfig.tsbuildinfo': '',
    // The Finder of macOS leaves one in folders that a person has opened.
    'packages/.DS_Store': '',
    'demos/README.md': '',
    '.dev/compiled/x': '',
  };

  it('removes what builds wrote, by name', () => {
    using checkout = temporaryCheckout(files);
    expect(run(checkout.root, 'clean')).toMatchObject({ status: 0, stderr: '' });
    expect(filesIn(checkout.root)).toEqual(
      [
        '.dev/compiled/x',
        'demos/README.md',
        'packages/.DS_Store',
        'packages/core/src/dist/fixture.js',
      ].sort(),
    );
  });

  it('also removes packages and caches with --all, and writes no new ones', () => {
    using checkout = temporaryCheckout({ ...files, 'node_modules/vite/package.json': '{}' });
    expect(run(checkout.root, 'clean', '--all')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(checkout.root).sort()).toEqual(['demos', 'packages', 'scripts']);
  });
});

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('scripts/'))
    .sort();

const run = (root: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...words], { encoding: 'utf8' });
const reset = (root: string) => run(root, 'demo-reset');
