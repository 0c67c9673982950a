import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { MarkdownComment, PollResult, ReviewMode } from '@annotate-mcp/markdown';

import { addressOf, commentOn, openPage, type Page } from '../testing/review-page.ts';
import { exitCodeOf, type TestProject, setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const plan = '# Plan\n\nShip it in *May*.\n\n- one\n- two\n';
const short = commentOn(plan, 'Ship it', 'Say what is shipped.');
const late = commentOn(plan, 'May', 'June.');

describe('review', () => {
  it('prints what is submitted, for an agent, and ends', async () => {
    const { page, ended } = await reviewing();
    await page.persist(short);
    await page.submit(late);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('# 2 comments on `plan.md`');
    for (const { id, text } of [short, late]) expect(stdout).toMatch(new RegExp(`${id}[^]*${text}`));
  });

  it('lets git see the comments on a file with --share, and opens no page', async () => {
    const here = reviewed();
    const { code, stderr } = await here.run(['review', 'plan.md', '--share']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/Git sees \.claude\/md-comments\/[0-9a-f]{40}\.json now/);
    const ignore = readFileSync(join(here.project, '.claude', 'md-comments', '.gitignore'), 'utf8');
    expect(ignore).toMatch(/^\*\n!\.gitignore\n![0-9a-f]{40}\.json\n$/);
  });

  it('prints its address once, to stderr only', async () => {
    const { page, address, ended } = await reviewing();
    await page.submit(late);
    const { stdout, stderr } = await ended;
    expect(stderr.split(address)).toHaveLength(2);
    expect(stdout).not.toContain(new URL(address).hash);
  });

  it.each<ReviewMode>(['edit', 'review'])('prints JSON for scripts, in mode %s', async (mode) => {
    const { page, ended } = await reviewing(['--mode', mode, '--json']);
    await page.submit(late);
    const { code, stdout } = await ended;
    expect({ code, printed: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      printed: {
        path: 'plan.md',
        mode,
        comments: [{ id: late.id, intent: mode, annotationText: late.text }],
      },
    });
  });

  it.each([
    { verdict: 'approve', exits: 0, says: '# Approved: `plan.md`' },
    { verdict: 'changes', exits: 2, says: '# Changes requested: `plan.md`' },
    { verdict: 'comment', exits: 0, says: '# Commented: `plan.md`' },
  ] as const)('prints the verdict $verdict and exits with $exits', async ({ verdict, exits, says }) => {
    const { page, ended } = await reviewing();
    await page.persist(short);
    await page.giveVerdict(verdict, 'On the whole.', late);
    const { code, stdout } = await ended;
    expect(code).toBe(exits);
    for (const said of [says, 'On the whole.', short.text, late.text]) expect(stdout).toContain(said);
  });

  it('exits with 3 when the page is closed without a verdict, and keeps what was not sent', async () => {
    const { page, ended } = await reviewing(['--json']);
    await page.persist(short);
    await page.call('poll_md_commands', { instance: 'tab', after: null });
    await page.call('leave_view', { instance: 'tab' });
    const { code, stdout, stderr } = await ended;
    expect({ code, printed: JSON.parse(stdout) as unknown }).toEqual({
      code: 3,
      printed: { path: 'plan.md', verdict: null, comments: [], reviewerLeft: true },
    });
    expect(stderr).toContain('1 comment is saved and not submitted');
  });

  it('goes on with --keep-open until it is stopped', { tags: 'full' }, async () => {
    const { page, child, ended } = await reviewing(['--keep-open', '--json']);
    for (const comment of [short, late]) {
      const printed = nextLine(child);
      await page.submit(comment);
      expect(JSON.parse(await printed)).toMatchObject({ comments: [{ id: comment.id }] });
    }
    const printed = nextLine(child);
    await page.giveVerdict('changes');
    expect(JSON.parse(await printed)).toMatchObject({ verdict: { verdict: 'changes' }, comments: [] });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 2 });
  });

  it('prints what is asked by Answer now, and goes on: the batch is still being written', async () => {
    const { page, child, ended } = await reviewing();
    const printed = nextLine(child);
    await page.persist(late);
    await page.call('answer_now', { comment: short });
    expect(await printed).toContain(short.text);
    await page.submit();
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain(late.text);
    expect(stdout.split('Each is a question: answer it')).toHaveLength(2);
  });

  it('says what is left when one comment was submitted alone, and the next time what is still open', async () => {
    const here = reviewed();
    const { page, ended } = await reviewing([], here);
    for (const comment of [short, late]) await page.persist(comment);
    await page.call('change_comment', { id: short.id, change: { type: 'submit', mode: 'edit' } });
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('1 comment is saved and not submitted; the next review has it.');
    const again = await reviewing([], here);
    again.child.kill('SIGINT');
    expect((await again.ended).stderr).toContain('1 comment from before is still open.');
  });

  it.each([
    { comments: [], says: 'Nothing was submitted.' },
    { comments: [short], says: '1 comment is saved and not submitted' },
    { comments: [short, late], says: '2 comments are saved and not submitted' },
  ])('stopped by Ctrl+C says: $says', async ({ comments, says }) => {
    const here = reviewed();
    const { page, child, ended } = await reviewing([], here);
    for (const comment of comments) await page.persist(comment);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
    const again = await reviewing([], here);
    expect((await commentsOf(again.page)).map(({ id, status }) => ({ id, status }))).toEqual(
      comments.map(({ id }) => ({ id, status: 'draft' })),
    );
  });

  it('prints the blocks with their ids instead with --text, and writes nothing that git would see', async () => {
    const here = reviewed();
    const { code, stdout } = await here.run(['review', 'plan.md', '--text']);
    expect(code).toBe(0);
    for (const id of ['h1-plan-1', 'p-plan-1', 'list-plan-1']) expect(stdout).toContain(id);
    const seen = Object.keys(here.files()).filter((path) => !path.startsWith('.annotate'));
    expect(seen).toEqual(['plan.md']);
    const { stdout: json } = await here.run(['review', 'plan.md', '--text', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      path: 'plan.md',
      blocks: [expect.stringContaining('h1-plan-1'), {}, {}],
    });
  });
});

describe.skipIf(process.platform !== 'linux')('the browser', () => {
  it('is opened at the address', async () => {
    const here = reviewed();
    const opened = launcher(here, 'printf %s "$1" >"$HOME/opened"');
    const { address, page, ended } = await reviewing([], here, { env: opened });
    await expect.poll(() => here.read('../my home/opened')).toBe(address);
    await page.submit(late);
    await ended;
  });

  it('is the one that BROWSER names, as remote editors do, and the next one where that is missing', async () => {
    const here = reviewed();
    const { PATH = '' } = launcher(here, 'exit 3');
    const helper = join(here.home, 'bin', 'open-at-home');
    writeFileSync(helper, '#!/bin/sh\nprintf "%s|%s" "$1" "$2" >"$HOME/opened"\n');
    chmodSync(helper, 0o755);
    const env = { PATH, BROWSER: '/none/browser:open-at-home --quiet %s' };
    const { address, page, ended } = await reviewing([], here, { env });
    await expect.poll(() => here.read('../my home/opened')).toBe(`--quiet|${address}`);
    await page.submit(late);
    await ended;
  });

  it('that fails to start is no reason to end', async () => {
    const here = reviewed();
    const { page, ended } = await reviewing([], here, { env: launcher(here, 'exit 3') });
    await page.submit(late);
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('Open the address yourself');
  });
});

describe('a person at another machine', () => {
  const env = { SSH_CONNECTION: '203.0.113.9 50022 198.51.100.7 2222' };

  it('is told over SSH what to forward, to the port that was asked for', async () => {
    const { page, address, ended } = await reviewing(['--no-open', '--port', '0'], reviewed(), { env });
    const { port } = new URL(address);
    await page.submit(late);
    expect((await ended).stderr).toMatch(
      new RegExp(`ssh -N -L ${port}:127\\.0\\.0\\.1:${port} -p 2222 \\S+@198\\.51\\.100\\.7\\n`),
    );
  });

  it('is told when the port is taken, and by which address it was asked for', async () => {
    const { address, page, ended } = await reviewing();
    const { port } = new URL(address);
    const here = reviewed();
    const { code, stderr } = await here.run(['review', 'plan.md', '--no-open', '--port', port]);
    expect(code).toBe(1);
    expect(stderr).toContain(port);
    await page.submit(late);
    await ended;
  });

  it('gets the page at an address that other machines reach, which it says', async () => {
    const { page, address, ended } = await reviewing(['--host', '0.0.0.0']);
    expect(new URL(address).hostname).toBe('localhost');
    await page.submit(late);
    expect((await ended).code).toBe(0);
  });
});

describe('a file that cannot be reviewed', () => {
  it.each([
    { name: 'one that is not there', file: 'none.md', code: 'markdown/not-found' },
    { name: 'a folder', file: 'folder.md', code: 'markdown/not-a-file' },
    { name: 'something that is no text', file: 'binary.md', code: 'markdown/not-text' },
    { name: 'one that is too large', file: 'large.md', code: 'markdown/too-large' },
  ])('$name is refused', async ({ file, code: expected }) => {
    const here = reviewed();
    mkdirSync(join(here.project, 'folder.md'));
    writeFileSync(join(here.project, 'binary.md'), Buffer.from([0, 159, 146, 150, 0, 255]));
    writeFileSync(join(here.project, 'large.md'), 'word '.repeat(3_000_000));
    for (const extra of [[], ['--text']]) {
      const { code, stdout } = await here.run(['review', file, '--no-open', '--json', ...extra]);
      expect({ code, failure: JSON.parse(stdout) as unknown }).toMatchObject({
        code: 1,
        failure: { code: expected, hint: expect.stringMatching(/\w/) as unknown },
      });
    }
    expect(readdirSync(here.project).sort()).not.toContain('.claude');
  });

  it('one outside of --root is refused, also behind a link', async () => {
    const here = reviewed();
    mkdirSync(join(here.project, 'docs'));
    symlinkSync(join(here.project, 'plan.md'), join(here.project, 'docs/link.md'));
    for (const file of ['plan.md', 'docs/link.md']) {
      const { code, stdout } = await here.run(['review', file, '--root', 'docs', '--no-open', '--json']);
      expect({ code, failure: JSON.parse(stdout) as unknown }).toMatchObject({
        code: 1,
        failure: { code: 'markdown/outside-roots' },
      });
    }
  });
});

function reviewed(): TestProject {
  const here = createProject();
  here.write('plan.md', plan);
  return here;
}

/** Started, and its page connected. */
async function reviewing(
  args: readonly string[] = [],
  here = reviewed(),
  options?: { env: Record<string, string> },
) {
  const open = options === undefined ? ['--no-open'] : [];
  const child = here.start(['review', 'plan.md', ...open, ...args], options);
  const ended = outcomeOf(child);
  const address = await addressOf(child);
  return { child, ended, address, page: await openPage(address) };
}

async function outcomeOf(child: ChildProcessWithoutNullStreams) {
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (heard.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (heard.stderr += String(chunk)));
  return { code: await exitCodeOf(child), ...heard };
}

async function nextLine({ stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve) => stdout.once('data', (chunk) => resolve(String(chunk))));
}

async function commentsOf(page: Page): Promise<MarkdownComment[]> {
  const { snapshot } = (await page.call('poll_md_commands', {
    instance: crypto.randomUUID(),
    after: null,
    waitMs: 0,
  })) as PollResult;
  return snapshot?.comments ?? [];
}

/** What opens a browser on this system, played by a script. */
function launcher({ home }: TestProject, script: string): Record<string, string> {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return { PATH: `${folder}:${process.env.PATH ?? ''}` };
}
