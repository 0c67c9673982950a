/** The same review where no host shows it: in a tab on a loopback address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import type { Page } from '@playwright/test';

import { bin } from '../support/bin.ts';

import { startAgent } from './support/agent.ts';
import { plan } from './support/plan.ts';
import { Review } from './support/review.ts';
import { asking, expect, test } from './support/test.ts';

test('annotate-mcp review opens the file in the browser, prints what is submitted, and exits by the verdict', async ({
  page,
  project,
}) => {
  await project.write('plan.md', `${plan}\nWater: $Q = A v$.\n`);
  const command = spawn(process.execPath, [bin, 'review', 'plan.md', '--no-open'], { cwd: project.root });
  try {
    const printed = text(command.stdout);
    await page.goto(await addressOf(command));
    const view = new Review(page);
    await expect(view.document.locator('math')).toBeVisible();
    await view.comment('a week later', 'Two weeks');
    const ended = once(command, 'exit');
    await view.finish('Request changes', 'Not yet.');
    expect(await ended).toEqual([2, null]);
    await expect(view.status).toContainText('The review has ended');
    expect(await printed).toMatch(
      /# Changes requested: `plan.md`[^]*> Not yet\.[^]*# One comment on `plan.md`[^]*> a week later[^]*Two weeks/,
    );
  } finally {
    command.kill();
  }
});

test('an agent that cannot show views gets the address for the person, and the blocks to talk about', async ({
  page,
  project,
}) => {
  await project.write('docs/plan.md', plan);
  await using agent = await startAgent(project.root, { ui: false });
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('submit_batch');
  const { structuredContent } = await agent.call('open_markdown', { path: 'docs/plan.md', mode: 'review' });
  const { viewUUID, url, blocks } = structuredContent as { viewUUID: string; url: string; blocks: string[] };
  expect(blocks).toContain('p-risks-1 (line 7): The old server may not last until then.');
  const { interact } = asking(agent, viewUUID);
  const waiting = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await page.goto(url);
  const view = new Review(page);
  await expect(view.status).toContainText('reviewing-agent is listening');
  await view.comment('a week later', 'Two weeks');
  await page.reload();
  await expect(view.card('Two weeks')).toBeVisible();
  await view.submit();
  expect(await waiting).toMatchObject([{ comments: [{ text: 'Two weeks', intent: 'review' }] }]);
  await refuseSecondTab(page, url);
  const verdict = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  await view.finish('Approve');
  expect(await verdict).toMatchObject([{ verdict: { verdict: 'approve' } }]);
  await expect(view.status).toContainText('You approved this');
  const left = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
  // Loading the page again is no end, and the page before must not seem to be open afterwards.
  await page.reload();
  await expect(view.status).toContainText('You approved this');
  await page.close();
  expect(await left).toMatchObject([{ comments: [], reviewerLeft: true }]);
});

/** The agent has the address too; it opens nothing after the person has used it. */
async function refuseSecondTab(page: Page, url: string): Promise<void> {
  expect(page.url()).toBe(url.replace(/#.*/, ''));
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await using other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(url);
  await expect(second.getByRole('alert')).toContainText('This address was used already');
}

/** Read until the end: a command ends when its output is read no more. */
async function addressOf(command: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    command.stderr?.on('data', (chunk) => {
      said += String(chunk);
      const [address] = /http:\S+(?=\s)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    command.once('exit', () => reject(new Error(`The command ended without an address: ${said}`)));
  });
}
