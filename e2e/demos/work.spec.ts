/** What a started agent does and asks, as the page shows it. The process that starts agents is played by the test. */
import { AxeBuilder } from '@axe-core/playwright';

import { openConsentPage } from '@annotate-mcp/consent';
import { acknowledge, type Actor } from '@annotate-mcp/core';

import { startMcp } from '../support/mcp.ts';
import { permissionFor, workOn } from '../support/sample-work.ts';
import { expect, test } from '../support/test.ts';

const agent: Actor = { type: 'agent', agentId: 'agent-1', agentName: 'Claude' };

test(
  'the thread shows the work, and a question is answered in a frame that the app cannot press @full',
  { tag: '@once' },
  async ({ page, opened: overlay, store, allAnnotations }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
    const id = (await allAnnotations())[0]?.id ?? '';
    // Announced: the claim of an agent that is not there would be freed at once.
    const since = new Date().toISOString();
    await store.agents.announce({ agentId: 'agent-1', agentName: 'Claude', waiting: false, since });
    await store.update(id, (before) => acknowledge(before, agent, new Date()));
    await store.works.save(workOn(id));
    const errors: unknown[] = [];
    const consent = await openConsentPage({ store, onError: (error) => errors.push(error) });
    try {
      const answer = consent.ask(permissionFor(id));
      const badge = overlay.host.locator('.nga-badge--asks');
      await expect(badge).toHaveAccessibleName(/^An agent asks you/);
      await badge.click();
      const line = overlay.thread.locator('[data-nga=work] summary');
      await expect(line).toContainText('Claude · waits for your answer');
      await line.click();
      await overlay.thread.getByRole('button', { name: 'Diff' }).click();
      await expect(overlay.thread.locator('.nga-line-added')).toHaveText('+  <h2>Special offer</h2>');
      const allow = overlay.thread.frameLocator('iframe').getByRole('button', { name: 'Allow once' });
      await expect(allow).toHaveAttribute('aria-disabled', 'false');

      // The app makes the frame transparent, so that the person would press something else.
      const frame = overlay.thread.locator('iframe');
      const fade = (opacity: string) =>
        frame.evaluate((element: HTMLElement, value) => (element.style.opacity = value), opacity);
      await fade('0.01');
      await expect(allow).toHaveAttribute('aria-disabled', 'true');
      await fade('');
      await overlay.answerQuestion('Allow once');
      expect(await answer).toEqual({ optionId: 'allow' });
      await expect(frame).toHaveCount(0);
      await expect(line).toContainText('Claude · editing BrokenCard');

      await overlay.thread.getByRole('button', { name: 'Stop' }).click();
      await expect
        .poll(() => store.get(id))
        .toMatchObject({ status: 'pending', stoppedAt: expect.any(String) });
      await overlay.thread.getByRole('button', { name: 'Send again' }).click();
      await expect.poll(async () => Object.keys((await store.get(id)) ?? {})).not.toContain('stoppedAt');
    } finally {
      await consent.close();
      await store.works.remove(id);
      await store.agents.leave('agent-1');
    }
    expect(errors).toEqual([]);
  },
);

test(
  'a comment that an agent did wrong is handed over to another one, by keyboard',
  { tag: '@once' },
  async ({ page, opened: overlay, server, allAnnotations }) => {
    await overlay.comment(page.getByTestId('broken-title'), 'Make it say what is special');
    const id = (await allAnnotations())[0]?.id ?? '';
    await using first = await startMcp(server.root, 'claude-code');
    await using second = await startMcp(server.root, 'codex');
    await first.call('acknowledge', { id });
    await first.call('resolve', { id, summary: 'I made it **special**.' });
    await second.call('list_sessions', {});
    await overlay.host.locator('.nga-badge').click();
    const handOver = overlay.thread.getByRole('button', { name: 'Hand over' });
    await handOver.focus();
    await page.keyboard.press('Enter');
    const group = overlay.thread.getByRole('group', { name: 'Hand over' });
    await expect(group).toBeFocused();
    await expect(group).toContainText('what claude-code tried');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('nga-overlay').analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(group.getByRole('button', { name: 'codex' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(overlay.thread).toContainText('Waiting for codex.');
    await expect(overlay.thread.getByRole('list', { name: 'Tried before' })).toContainText(
      'claude-code tried it before',
    );
    expect(await second.call('acknowledge', { id })).toMatchObject({
      tried: [{ agent: 'claude-code', said: ['I made it **special**.'] }],
    });
    await expect(overlay.badge('acknowledged')).toBeVisible();
  },
);
