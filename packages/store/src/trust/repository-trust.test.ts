import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { hasGit, hasLinks, isPosix } from '../testing/machine.ts';

import { RepositoryTrust } from './index.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-trust-')));
  folders.push(folder);
  return folder;
}

function repository(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, 'apps', 'shop'), { recursive: true });
  return root;
}

it.skipIf(!hasLinks)('trust is for a whole repository, by its real path, until it is revoked', () => {
  const [config, root] = [temporaryFolder(), repository()];
  const link = join(temporaryFolder(), 'link');
  symlinkSync(root, link);
  const [here, otherProcess] = [new RepositoryTrust(config), new RepositoryTrust(config)];
  expect(otherProcess.isTrusted(root)).toBe(false);
  expect(here.trust(join(link, 'apps', 'shop'))).toBe(root);
  expect(otherProcess.isTrusted(root)).toBe(true);
  expect(otherProcess.isTrusted(join(root, 'apps'))).toBe(true);
  expect(otherProcess.isTrusted(repository())).toBe(false);
  expect(here.list()).toEqual([root]);
  expect(here.revoke(link)).toBe(true);
  expect(here.revoke(link)).toBe(false);
  expect(otherProcess.isTrusted(root)).toBe(false);
});

it.skipIf(!hasGit)(
  'trust is for all worktrees of a repository, and for no folder that only claims to be one',
  () => {
    const [config, root, others] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    const worktree = join(others, 'worktree');
    git('worktree', 'add', '-q', worktree);
    const trust = new RepositoryTrust(config);
    expect(trust.trust(worktree)).toBe(root);
    expect(trust.isTrusted(root)).toBe(true);
    const claiming = join(others, 'claiming');
    mkdirSync(claiming);
    cpSync(join(worktree, '.git'), join(claiming, '.git'));
    expect(trust.isTrusted(claiming)).toBe(false);
    const prepared = join(others, 'prepared');
    mkdirSync(join(prepared, 'x'), { recursive: true });
    writeFileSync(join(prepared, '.git'), 'gitdir: x');
    writeFileSync(join(prepared, 'x', 'commondir'), join(root, '.git'));
    writeFileSync(join(prepared, 'x', 'gitdir'), join(prepared, '.git'));
    expect(trust.isTrusted(prepared)).toBe(false);
  },
);

it.skipIf(!isPosix)('trust is written for this user only', () => {
  const config = join(temporaryFolder(), 'annotate-mcp');
  new RepositoryTrust(config).trust(repository());
  expect(statSync(config).mode & 0o777).toBe(0o700);
  expect(statSync(join(config, 'trusted-repositories.json')).mode & 0o777).toBe(0o600);
});

it('trust is given to no repository by a list that cannot be read, which is left as it is', () => {
  const [config, root] = [temporaryFolder(), repository()];
  writeFileSync(join(config, 'trusted-repositories.json'), `{ "repositories": ["${root}"`);
  const trust = new RepositoryTrust(config);
  expect(trust.isTrusted(root)).toBe(false);
  expect(() => trust.trust(root)).toThrow(/trusted-repositories.json cannot be read; it was left untouched/);
});
