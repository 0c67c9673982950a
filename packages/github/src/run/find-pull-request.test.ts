import { describe, expect, it } from 'vitest';

import { GitHub } from '../api/github.ts';
import { openBench, type SyncBench } from '../testing/sync-bench.ts';

import { findPullRequest, repositoryAt, type Wanted } from './find-pull-request.ts';

const find = ({ github, root }: SyncBench, wanted: Wanted = {}, env: Record<string, string> = {}) =>
  findPullRequest(wanted, {
    root,
    env,
    host: 'github.com',
    github: new GitHub({
      apiUrl: github.apiUrl,
      token: 'token-of-ada',
      userAgent: 'test',
      now: () => new Date(),
      wait: async () => undefined,
      onWait: () => undefined,
      longestWaitMs: 0,
      timeoutMs: 20_000,
    }),
  });

describe('the pull request of a branch', () => {
  it('is found by the remote', async () => {
    const bench = await openBench();
    bench.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    expect(await find(bench)).toMatchObject({ owner: 'acme', repo: 'shop', number: 7 });
  });

  it('is found in the repository that was forked', { tags: 'full' }, async () => {
    const bench = await openBench();
    bench.git('remote', 'add', 'origin', 'https://github.com/grace/shop');
    bench.github.forks.set('grace/shop', 'acme/shop');
    bench.pullRequest.headOwner = 'grace';
    expect(await find(bench)).toMatchObject({ owner: 'acme', number: 7 });
  });

  it('is found when the branch has another name here', { tags: 'full' }, async () => {
    const bench = await openBench();
    bench.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    bench.git('branch', '-m', 'mine');
    bench.git('config', 'branch.mine.remote', 'origin');
    bench.git('config', 'branch.mine.merge', 'refs/heads/feature');
    expect(await find(bench)).toMatchObject({ number: 7 });
  });

  it('is the one that "gh pr checkout" has fetched', { tags: 'full' }, async () => {
    const bench = await openBench();
    bench.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    bench.git('config', 'branch.feature.merge', 'refs/pull/7/head');
    bench.pullRequest.headOwner = 'elsewhere';
    expect(await find(bench)).toMatchObject({ number: 7 });
  });

  it('is the one of the workflow, which has no branch', async () => {
    const bench = await openBench();
    bench.git('checkout', '--quiet', '--detach');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/shop', GITHUB_REF: 'refs/pull/7/merge' };
    expect(await find(bench, {}, env)).toMatchObject({ number: 7 });
  });

  it('is not guessed', async () => {
    const bench = await openBench();
    await expect(find(bench)).rejects.toMatchObject({ code: 'github/no-repository' });
    bench.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    bench.git('checkout', '--quiet', '-b', 'other');
    await expect(find(bench)).rejects.toThrow(
      /No open pull request of the branch other was found in acme\/shop/,
    );
    bench.git('checkout', '--quiet', '--detach');
    await expect(find(bench)).rejects.toThrow(/No branch is checked out/);
    await expect(find(bench, { repo: 'a/b/c' })).rejects.toThrow(/is no repository/);
    await expect(find(bench, { pr: 8 })).rejects.toThrow(/GitHub refused: Not Found \(404\)/);
    bench.git('checkout', '--quiet', 'feature');
    const { owner, repo, headOwner, headRef, headCommit, files } = bench.pullRequest;
    bench.github.addPullRequest({ owner, repo, headOwner, headRef, headCommit, files, number: 9 });
    await expect(find(bench)).rejects.toThrow(/has 2 open pull requests: acme\/shop#7, acme\/shop#9/);
  });
});

describe('a remote', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'acme/shop'],
    ['https://user:secret@github.com/acme/shop', 'acme/shop'],
    ['git@github.com:acme/shop.git', 'acme/shop'],
    ['ssh://git@ssh.github.com:443/acme/shop.git/', 'acme/shop'],
    ['github.com:acme/my.shop', 'acme/my.shop'],
    ['https://gitlab.com/acme/shop.git', null],
    ['https://evil.example/github.com/acme/shop', null],
    ['/srv/git/shop.git', null],
    ['../shop', null],
  ])('%s is the repository %s', (url, expected) => {
    const found = repositoryAt(url, 'github.com');
    expect(found && `${found.owner}/${found.repo}`).toBe(expected);
  });
});
