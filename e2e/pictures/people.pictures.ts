/** The picture of docs/people.md: two people in one thread, on the React demo. */
import type { Page } from '@playwright/test';

import { visitorToken } from '../support/demo-server.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { openTunnel } from '../support/tunnel.ts';

import { expect, listening, noticeGone, take, test } from './picture.ts';

test('people', async ({ page, overlay, browser, store, server, allAnnotations }) => {
  await listening(store);
  await using other = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const second = await other.newPage();
  const bo = new OverlayOnPage(second, allAnnotations);
  await page.goto(server.url);
  await using tunnel = await openTunnel(server.url);
  await second.goto(`${tunnel.url}__annotate?apiKey=${visitorToken}`);
  await overlay.ready();
  await bo.ready();
  await commentAs(page, overlay, 'Ada Lovelace', 'broken-title', 'Fix the spelling');
  await commentAs(second, bo, 'Bo Diaz', 'product-title', 'Larger, please');
  await bo.badges.nth(1).click();
  await bo.thread.locator('.nga-thread-input').fill('Only in this card, @Ada Lovelace?');
  await bo.thread.getByRole('button', { name: 'Reply' }).click();
  await noticeGone(overlay);
  await expect(overlay.host.locator('.nga-unread')).toHaveText('2');
  await page.keyboard.press('Alt+Shift+KeyP');
  const list = overlay.host.locator('[data-nga="list"]');
  await expect(list.locator('.nga-new')).toHaveCount(2);
  await list.getByText('Fix the spelling').click();
  await expect(overlay.thread).toContainText('Only in this card');
  await overlay.thread.getByLabel('Assigned to').selectOption('claude-code (agent)');
  await overlay.thread.locator('.nga-thread-input').pressSequentially('Yes. @b');
  await expect(overlay.thread.getByRole('listbox')).toBeVisible();
  await take(page, 'people');
});

async function commentAs(
  page: Page,
  overlay: OverlayOnPage,
  name: string,
  at: string,
  text: string,
): Promise<void> {
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId(at).first());
  await overlay.showExtras();
  const field = overlay.composer.locator('[data-nga=name]');
  // The person of the other pictures has a name already.
  if ((await field.count()) > 0) await field.fill(name);
  await overlay.textarea.fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(overlay.composer).toBeHidden();
}
