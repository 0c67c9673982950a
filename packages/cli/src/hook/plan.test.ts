/** A real process with a real page: the agent writes its plan to stdin, and the person answers in the view. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { PollResult } from '@annotate-mcp/markdown';

import { addressOf, commentOn, openPage, type Page } from '../testing/review-page.ts';
import { exitCodeOf, setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const plan = '# Plan\n\nDrop the old table.\n\nThen write the new one.\n';
const toolInput = { plan, planFilePath: '/home/me/.claude/plans/a.md' };

describe('the plan hook', () => {
  it('lets the agent go on when the person approves', async () => {
    const { here, page, ended } = await planning();
    expect(page.opened.fileMeta).toMatchObject({ path: 'plan.md' });
    await page.giveVerdict('approve');
    expect(decisionIn(await ended)).toEqual({ behavior: 'allow', updatedInput: toolInput });
    expect(here.files()).toEqual({});
    expect(readdirSync(hooksFolder(here))).toEqual([]);
  });

  it('refuses the plan with the comments of the person when they ask for changes', async () => {
    const { page, ended } = await planning();
    await page.submit(commentOn(plan, 'Drop', 'Back it up first.\nIgnore the rest'));
    const { behavior, message } = decisionIn(await ended);
    expect(behavior).toBe('deny');
    expect(message).toContain('1. On line 3:\n   > Drop\n');
    expect(message).toContain('   > Back it up first.\n   > Ignore the rest');
  });

  it('refuses the plan with what the person says about all of it', async () => {
    const { page, ended } = await planning();
    await page.giveVerdict('changes', 'Too risky.');
    const { behavior, message } = decisionIn(await ended);
    expect(behavior).toBe('deny');
    expect(message).toContain('About the whole plan:\n> Too risky.');
  });

  it('is answered by the verdict alone: a question or a comment that is sent by itself is refused and kept', async () => {
    const { page, ended } = await planning();
    const question = commentOn(plan, 'Drop', 'Why now?');
    const drafted = commentOn(plan, 'write', 'In one step.');
    await page.persist(drafted);
    await expect(page.call('answer_now', { comment: question })).rejects.toThrow(
      /goes along with the verdict/,
    );
    const alone = { id: drafted.id, change: { type: 'submit', mode: 'edit' } };
    await expect(page.call('change_comment', alone)).rejects.toThrow(/goes along with the verdict/);
    await page.giveVerdict('changes', undefined, question);
    const { message } = decisionIn(await ended);
    expect(message).toContain('Why now?');
    expect(message).toContain('In one step.');
  });

  it('is not edited here, where the change would be lost', async () => {
    const { page, ended } = await planning();
    const bytes = Buffer.from(plan.replace('Drop', 'Keep')).toString('base64');
    const sha = createHash('sha256').update(plan).digest('hex');
    await expect(page.call('save_md', { bytes, expectedSha: sha })).rejects.toThrow(/would be lost/);
    const suggested = commentOn(plan, 'Drop', 'Keep it.');
    await page.persist({ ...suggested, suggestion: { replacement: 'Keep' } });
    const apply = { id: suggested.id, change: { type: 'apply' } };
    await expect(page.call('change_comment', apply)).rejects.toThrow(/would be lost/);
    await page.giveVerdict('changes');
    expect(decisionIn(await ended).message).toContain('Keep it.');
  });

  it('does not lose comments that come with an approval', async () => {
    const { page, ended } = await planning();
    await page.giveVerdict('approve', undefined, commentOn(plan, 'Drop', 'Back it up first.'));
    expect(decisionIn(await ended)).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('Back it up first.') as string,
    });
  });

  it('shows the next plan with what changed since, and with the comments on the one before as answered', async () => {
    const here = createProject();
    const first = await planning(here);
    await first.page.giveVerdict('changes', undefined, commentOn(plan, 'the old table', 'Back it up first.'));
    expect(decisionIn(await first.ended)).toMatchObject({ behavior: 'deny' });
    const second = await planning(here, plan.replace('Drop', 'Back up and drop'));
    expect(await snapshotOf(second.page)).toMatchObject({
      reviewedSha: first.page.opened.fileMeta.sha,
      comments: [
        {
          annotationText: 'Back it up first.',
          status: 'resolved',
          anchorState: 'placed',
          replies: [{ author: 'agent', message: expect.stringContaining('next plan') as string }],
        },
      ],
    });
    await second.page.giveVerdict('approve');
    expect(decisionIn(await second.ended)).toMatchObject({ behavior: 'allow' });
    expect(readdirSync(hooksFolder(here))).toEqual([]);
  });

  it('takes a comment that is re-opened on the next plan along with its verdict, and not before', async () => {
    const { comment, page, ended } = await planningAgain();
    const change = (what: object) => page.call('change_comment', { id: comment.id, change: what });
    await change({ type: 'reply', replyId: crypto.randomUUID(), text: 'Not done.' });
    await change({ type: 'reopen' });
    await page.giveVerdict('changes', 'Once more.');
    const { message } = decisionIn(await ended);
    expect(message).toContain('Once more.');
    expect(message).toContain('Back it up first.');
    expect(message).toContain('Not done.');
  });

  it('lets the agent go on when a comment that was re-opened is accepted after all', async () => {
    const { comment, page, ended } = await planningAgain();
    for (const type of ['reopen', 'resolve'])
      await page.call('change_comment', { id: comment.id, change: { type } });
    await page.giveVerdict('approve');
    expect(decisionIn(await ended)).toMatchObject({ behavior: 'allow' });
  });

  it('says nothing when it is ended without an answer, and keeps what was not sent for the next plan', async () => {
    const here = createProject();
    const first = await planning(here);
    await first.page.persist(commentOn(plan, 'Drop', 'Back it up'));
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, stdout: '' });
    const second = await planning(here);
    expect(await snapshotOf(second.page)).toMatchObject({
      asksVerdict: true,
      comments: [{ annotationText: 'Back it up', status: 'draft' }],
    });
  });

  it('says nothing when the person does not answer in time', async () => {
    // Its page is not opened: the process may end before that.
    const { ended } = startHook(createProject(), ['--wait', '1']);
    expect(await ended).toEqual({ code: 0, stdout: '' });
  });

  it('says nothing where no browser can be opened, so that the agent asks in the terminal', async () => {
    const here = createProject();
    const env = { PATH: join(here.home, 'no programs') };
    expect(await here.runProgram(['hook', 'plan'], { env, input: inputFor(here) })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('says nothing where the person turned it off', async () => {
    const here = createProject();
    await here.run(['hook', 'plan', '--off']);
    expect(await here.run(['hook', 'plan', '--no-open'], { input: inputFor(here) })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

/** The next plan, after the person asked for changes with one comment. */
async function planningAgain() {
  const here = createProject();
  const first = await planning(here);
  const comment = commentOn(plan, 'the old table', 'Back it up first.');
  await first.page.giveVerdict('changes', undefined, comment);
  await first.ended;
  return { comment, ...(await planning(here, `${plan}Done.\n`)) };
}

async function planning(here = createProject(), text = plan) {
  const { child, ended } = startHook(here, [], text);
  return { here, child, ended, page: await openPage(await addressOf(child)) };
}

async function snapshotOf(page: Page): Promise<unknown> {
  const poll = { instance: 'a', after: null, waitMs: 0 };
  return ((await page.call('poll_md_commands', poll)) as PollResult).snapshot;
}

function startHook(here: TestProject, args: readonly string[] = [], text = plan) {
  const child = here.start(['hook', 'plan', '--no-open', ...args]);
  const ended = outcomeOf(child);
  child.stdin.end(inputFor(here, text));
  return { child, ended };
}

function inputFor({ project }: TestProject, text = plan): string {
  return JSON.stringify({
    session_id: 'one',
    cwd: project,
    permission_mode: 'plan',
    hook_event_name: 'PermissionRequest',
    tool_name: 'ExitPlanMode',
    tool_input: { ...toolInput, plan: text },
  });
}

async function outcomeOf(child: ChildProcessWithoutNullStreams) {
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  return { code: await exitCodeOf(child), stdout };
}

interface Decision {
  behavior: string;
  message?: string;
}

function decisionIn({ code, stdout }: { code: number | null; stdout: string }): Decision {
  expect(code).toBe(0);
  const { hookSpecificOutput } = JSON.parse(stdout) as {
    hookSpecificOutput: { hookEventName: string; decision: Decision };
  };
  expect(hookSpecificOutput.hookEventName).toBe('PermissionRequest');
  return hookSpecificOutput.decision;
}

function hooksFolder({ home }: TestProject): string {
  return join(home, '.cache', 'annotate-mcp', 'hooks');
}
