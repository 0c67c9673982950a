/** People on one page: names, "You", mentions, assignment and what is unread. Browsers of one user are one of them. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { visitorToken } from '../support/demo-server.ts';
import { startMcp } from '../support/mcp.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';
import { openTunnel } from '../support/tunnel.ts';

test('three browsers of one user are one person, also in who it can be assigned to', async ({
  page,
  opened: first,
  browser,
  server,
  allAnnotations,
}) => {
  await using second = await browser.newContext();
  await using third = await browser.newContext();
  await first.comment(page.getByTestId('broken-title'), 'From the first');
  const overlays = [first];
  for (const context of [second, third]) {
    const opened = await context.newPage();
    const overlay = new OverlayOnPage(opened, allAnnotations);
    overlays.push(overlay);
    await opened.goto(server.url);
    await overlay.ready();
    await overlay.comment(opened.getByTestId('product-title').nth(overlays.length - 2), 'From another one');
  }
  const [one, ...more] = new Set((await allAnnotations()).map(({ authorId }) => authorId));
  expect([typeof one, more]).toEqual(['string', []]);
  for (const overlay of overlays) {
    await overlay.badges.first().click();
    await expect(overlay.thread.locator('.nga-who b')).toHaveText(['You']);
    await expect(overlay.thread.getByLabel('Assigned to').locator('option')).toHaveText([
      'Unassigned',
      'You',
    ]);
  }
});

test('two people on one page are told apart, mention each other, and the agent gets what is its own @full', async ({
  page,
  opened: ada,
  browser,
  server,
  allAnnotations,
}) => {
  await ada.inspect();
  await ada.pointAt(page.getByTestId('broken-title'));
  await ada.showExtras();
  await ada.composer.locator('[data-nga=name]').fill('Ada Lovelace');
  await ada.textarea.fill('Fix the spelling');
  await page.keyboard.press('Control+Enter');
  await expect(ada.badge('pending')).toBeVisible();

  await using other = await browser.newContext();
  const second = await other.newPage();
  const bo = new OverlayOnPage(second, allAnnotations);
  await using tunnel = await openTunnel(server.url);
  await second.goto(`${tunnel.url}__annotate?apiKey=${visitorToken}`);
  await bo.ready();
  await bo.badge('pending').click();
  await expect(bo.thread.locator('.nga-who b')).toHaveText(['Ada Lovelace']);
  await bo.thread.locator('.nga-thread-input').pressSequentially('Which one, @a');
  await expect(bo.thread.getByRole('listbox').getByRole('option', { name: 'Ada Lovelace' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: second }).include('nga-overlay').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await second.keyboard.press('Enter');
  await bo.thread.locator('[data-nga=name]').fill('Bo');
  await bo.thread.getByRole('button', { name: 'Reply' }).click();
  await expect(bo.thread.locator('.nga-who b')).toHaveText(['Ada Lovelace', 'You']);

  await expect(ada.host.locator('.nga-unread')).toHaveText('1');
  await ada.badge('pending').click();
  await expect(ada.thread.locator('.nga-who b')).toHaveText(['You', 'Bo']);
  await expect(ada.host.locator('.nga-unread')).toHaveCount(0);
  await expect(ada.badge('pending').locator('.nga-mark')).toHaveAttribute('data-initials', 'AL');
  await expect
    .poll(async () => (await allAnnotations())[0]?.replies[0])
    .toMatchObject({
      message: 'Which one, @Ada Lovelace',
      authorName: 'Bo',
      mentions: [{ type: 'person', name: 'Ada Lovelace' }],
    });

  await ada.thread.getByLabel('Assigned to').selectOption('Bo');
  await expect.poll(async () => (await allAnnotations())[0]?.assignee).toMatchObject({ name: 'Bo' });
  await using mcp = await startMcp(server.root);
  expect(await mcp.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
  const { annotations } = await mcp.call('list_annotations', { assignee: 'Bo' });
  expect(annotations).toMatchObject([{ author: { name: 'Ada Lovelace' }, assignee: { name: 'Bo' } }]);
  await expectNamedAfterReload(page, ada);
});

async function expectNamedAfterReload(page: Page, overlay: OverlayOnPage): Promise<void> {
  await page.reload();
  await overlay.ready();
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('broken-title'));
  await overlay.showExtras();
  await expect(overlay.composer.locator('[data-nga=name]')).toHaveCount(0);
}
