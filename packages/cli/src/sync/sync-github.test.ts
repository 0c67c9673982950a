import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation, sampleOutsideReply, uuidOf } from '@annotate-mcp/core/testing';
import { ada, FakeGitHub, stranger } from '@annotate-mcp/github/testing';

import { syncCommand } from '../commands/sync.ts';
import { wordsOf } from '../testing/examples.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();
const id = uuidOf(1);

async function createWithPullRequest() {
  const github = await FakeGitHub.open();
  onTestFinished(() => github.close());
  github.users.set('secret-token', ada);
  const here = createProject();
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: here.project, encoding: 'utf8' }).trimEnd();
  git('init', '--quiet', '--initial-branch=feature');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '-m', 'base');
  git('remote', 'add', 'origin', github.apiUrl.replace('/api/v3', '/acme/shop.git'));
  const pullRequest = github.addPullRequest({
    owner: 'acme',
    repo: 'shop',
    number: 7,
    headOwner: 'acme',
    headRef: 'feature',
    headCommit: git('rev-parse', 'HEAD'),
    files: [],
  });
  await here.fill([sampleAnnotation({ id, kind: 'page', annotationText: 'Too slow' })]);
  const run = (args: string[] = [], env: Record<string, string> = { GITHUB_TOKEN: 'secret-token' }) =>
    here.run(['sync', 'github', '--api-url', github.apiUrl, ...args], { env });
  return { github, here, pullRequest, run };
}

describe('sync github', () => {
  it('finds the pull request, sends, receives, and says what it did', async () => {
    const { pullRequest, run, here } = await createWithPullRequest();
    const dry = await run(['--dry-run']);
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.stdout).toContain('Would send: 1 item of a list.');
    expect(dry.stdout).toContain('> Too slow');
    expect(pullRequest.comments).toEqual([]);
    const sent = await run();
    expect(sent).toMatchObject({ code: 0, stderr: '' });
    expect(sent.stdout).toBe(`${pullRequest.url}\nSent: 1 item of a list.\nNothing to receive.\n`);
    pullRequest.comment(stranger, `${id.slice(0, 8)}: \u001b[31mme too`);
    const { stdout } = await run();
    expect(stdout).toContain('Nothing to send.\nReceived: 1 reply.\n1 reply is from other accounts.');
    expect(stdout).toContain(`\n  ${id.slice(0, 8)} mallory: [31mme too\n`);
    expect((await run()).stdout).toContain('Nothing to send.\nNothing to receive.');
    const adopted = await here.run(['trust', '--only', 'all', '--yes']);
    expect(adopted.stdout).toContain('You trust 1 comment;');
    const store = await here.open();
    expect(await store.get(id)).toMatchObject({ replies: [{ authorName: 'mallory' }] });
    expect(Object.values(here.files()).join('')).not.toContain('secret-token');
  });

  it.each(syncCommand.examples)('runs its example: %s', async (example) => {
    const { github, here, pullRequest } = await createWithPullRequest();
    const { headOwner, headRef, headCommit, files } = pullRequest;
    const elsewhere = { owner: 'octocat', repo: 'hello-world', number: 7 };
    github.addPullRequest({ ...elsewhere, headOwner, headRef, headCommit, files });
    const env = { GITHUB_TOKEN: 'secret-token' };
    expect(await here.run([...wordsOf(example), '--api-url', github.apiUrl], { env })).toMatchObject({
      code: 0,
    });
  });

  it('prints a report for scripts, and failures too', async () => {
    const { run } = await createWithPullRequest();
    expect(JSON.parse((await run(['--json', '--dry-run'])).stdout)).toMatchObject({
      isDryRun: true,
      sent: { listed: 1 },
    });
    const failed = await run(['--json', '--pr', '99']);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ code: 'github/refused' });
  });

  it('says what to do without a token, with a wrong one, and for an address that is not secure', async () => {
    const { run } = await createWithPullRequest();
    const without = await run([], { PATH: '' });
    expect(without.code).toBe(1);
    expect(without.stderr).toMatch(/no token.*gh auth login/s);
    expect((await run([], { GH_TOKEN: 'wrong' })).stderr).toMatch(/Bad credentials \(401\).*expired/s);
    expect(await run(['--api-url', 'http://github.example/api/v3'])).toMatchObject({ code: 2 });
    expect(await run(['--pr', 'x'])).toMatchObject({ code: 2 });
  });

  // The programs are shell scripts here.
  it.skipIf(process.platform === 'win32')(
    'takes the token of the program gh, and not of one that the repository brings',
    async () => {
      const { github, here, run } = await createWithPullRequest();
      github.users.set('token-of-gh', ada);
      const script = (token: string) =>
        `#!/bin/sh\n[ "$*" = "auth token --hostname 127.0.0.1" ] && echo ${token}\n`;
      const bring = (folder: string, token: string) => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'gh'), script(token), { mode: 0o755 });
        return folder;
      };
      const [theirs, own] = [
        bring(join(here.project, 'node_modules/.bin'), 'wrong'),
        bring(join(here.home, 'bin'), 'token-of-gh'),
      ];
      const PATH = `${theirs}:${own}:${process.env.PATH}`;
      expect(await run([], { PATH })).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('lets replies of named accounts through', async () => {
    const { pullRequest, run, here } = await createWithPullRequest();
    await run();
    pullRequest.comment(stranger, `${id.slice(0, 8)}: me too`);
    expect((await run(['--trust', 'Mallory'])).stdout).not.toContain('adopt');
    expect(await (await here.open()).get(id)).toMatchObject({ replies: [{ message: 'me too' }] });
  });

  it('runs as the built program', async () => {
    const { github, here, pullRequest } = await createWithPullRequest();
    const { code, stdout } = await here.runProgram(['sync', 'github', '--api-url', github.apiUrl], {
      env: { GITHUB_TOKEN: 'secret-token' },
    });
    expect(stdout).toContain('Sent: 1 item');
    expect(code).toBe(0);
    expect(pullRequest.comments).toHaveLength(1);
  });
});

describe('trust --adopt', () => {
  it('adopts the replies from a pull request by the id of their annotation', async () => {
    const here = createProject();
    await here.fill([{ ...sampleAnnotation({ id }), outsideReplies: [sampleOutsideReply(1)] }]);
    expect((await here.run(['trust', '--adopt', id])).stdout).toContain('You trust 1 comment;');
    expect(await (await here.open()).get(id)).toMatchObject({ replies: [sampleOutsideReply(1)] });
  });
});
