/** A started agent that can be set, that wants to know something and tells what it took: from its process to the page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { bin } from '../support/bin.ts';
import { expect, test } from '../support/test.ts';

test.use({ apart: 'asking-agent' });

const agent = join(import.meta.dirname, '../../packages/work/src/testing/told-agent.ts');
const values = (...names: string[]) => names.map((name) => ({ value: name.toLowerCase(), name }));
const announced = {
  initialize: { agentInfo: { name: 'told', title: 'Told agent', version: '1' } },
  session: {
    configOptions: [
      { id: 'model', name: 'Model', type: 'select', currentValue: 'big', options: values('Big', 'Small') },
      { id: 'mode', name: 'Mode', type: 'select', currentValue: 'ask', options: values('Ask', 'Plan') },
    ],
  },
};
const wish = {
  updates: [
    { sessionUpdate: 'usage_update', used: 20_000, size: 200_000, cost: { amount: 0.25, currency: 'USD' } },
  ],
  ask: [
    {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Which <b>offer</b> is it?',
        requestedSchema: {
          type: 'object',
          title: 'The offer',
          properties: {
            name: { type: 'string', title: 'Name', maxLength: 40 },
            until: { type: 'string', title: 'Until', format: 'date' },
            kind: { type: 'string', title: 'Kind', enum: ['daily', 'weekly'] },
          },
          required: ['name', 'kind'],
        },
      },
    },
  ],
};

function startWork(root: string): ChildProcess {
  const command = [process.execPath, agent, JSON.stringify(announced)];
  return spawn(process.execPath, [bin, 'work', '--root', root, '--', ...command], {
    stdio: 'ignore',
    cwd: root,
  });
}

test(
  'an agent is set, asks with a form, gets the answer, and tells what it took',
  { tag: '@once' },
  async ({ page, opened: overlay, server, store, allAnnotations }) => {
    const work = startWork(server.root);
    try {
      await expect
        .poll(async () => (await store.questions.list()).map(({ kind }) => kind))
        .toEqual(['settings']);
      await overlay.comment(
        page.getByTestId('broken-title'),
        `told:${Buffer.from(JSON.stringify(wish)).toString('base64url')}:`,
      );
      await overlay.host.locator('.nga-badge--asks').click();
      const line = overlay.thread.locator('[data-nga=work] summary');
      await expect(line).toContainText('Told agent · waits for your answer');
      const frame = overlay.thread.frameLocator('iframe');
      await expect(frame.getByText('Which <b>offer</b> is it?')).toBeVisible();
      await expect(frame.getByText('In the window: Name, Until, Kind')).toBeVisible();
      await line.click();
      // One is on it, although it has not taken it yet.
      await expect(overlay.thread.locator('[data-nga=start-agent]')).toHaveCount(0);
      await expect(overlay.thread.locator('[data-nga=usage]')).toHaveText('$0.25 · context 10 % full');
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('nga-overlay').analyze();
      expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);

      const fill = frame.getByRole('button', { name: 'Fill in…' });
      await fill.hover();
      await expect(fill).toHaveAttribute('aria-disabled', 'false');
      const form = await opened(page, () => fill.click());
      await form.getByLabel('Name').fill('Special');
      await press(form, 'Send');
      await expect(form.getByText('Choose one.')).toBeVisible();
      const inForm = await new AxeBuilder({ page: form }).analyze();
      expect(inForm.violations.map(({ id: rule }) => rule)).toEqual([]);
      await form.getByLabel('Kind').selectOption('weekly');
      await press(form, 'Send');
      await expect(form.getByRole('status')).toContainText('Answered: Send');
      await form.close();
      await expect
        .poll(async () => (await allAnnotations())[0]?.replies[0]?.message)
        .toContain('{"action":"accept","content":{"name":"Special","kind":"weekly"}}');

      const set = overlay.thread.locator('[data-nga=agent-settings]');
      await expect(set).toContainText('Big · Ask');
      const settings = await opened(page, () => set.getByRole('link').click());
      await settings.getByLabel('Model').selectOption('Small');
      await press(settings, 'Use these');
      await expect(settings.getByRole('status')).toContainText('Answered: Use these');
      await settings.close();
      await expect(set).toContainText('Small · Ask');
    } finally {
      const ended = once(work, 'exit');
      work.kill('SIGTERM');
      await ended;
    }
    await expect(overlay.thread.locator('[data-nga=agent-settings]')).toHaveCount(0);
    await expect(overlay.thread.locator('[data-nga=run]')).toContainText('Told agent');
  },
);

async function opened(page: Page, act: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), act()]);
  return window;
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.hover();
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}
