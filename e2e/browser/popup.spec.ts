/** The popup as a person meets it: by keyboard, in words, in both colours. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';

import { encodeConnection, extensionId } from '@annotate-mcp/browser-protocol';

import type { Chrome } from './support/chrome.ts';
import { expect, test } from './support/test.ts';

async function openPopup(chrome: Chrome): Promise<{ popup: Page; browser: Browser }> {
  const browser = await chromium.connectOverCDP(chrome.endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('No window.');
  const popup = await context.newPage();
  await popup.setViewportSize({ width: 340, height: 480 });
  await popup.goto(`chrome-extension://${extensionId}/popup.html`);
  return { popup, browser };
}

async function expectAccessible(popup: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: popup }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test('connects by what the terminal shows, and says in words what is wrong with anything else @full', async ({
  chrome,
  serving,
}) => {
  await chrome.connectTo(null);
  await expect.poll(() => serving.isConnected()).toBe(false);
  const { popup, browser } = await openPopup(chrome);
  await expectAccessible(popup);
  const field = popup.getByLabel('Code or vf:// string from the terminal');
  await popup.getByText('Another machine').press('Enter');
  await field.focus();
  await expectAccessible(popup);
  await field.fill('vf://nonsense');
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('alert')).toContainText('This is not a connection string');
  await field.fill('AAAA-BBBB');
  await popup.getByLabel('Server', { exact: true }).fill('http://127.0.0.1:9');
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('alert')).toContainText('Nothing answers at http://127.0.0.1:9');
  await popup.getByLabel('Server', { exact: true }).fill(serving.url);
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('alert')).toContainText('not the code that the terminal shows');
  await field.fill(encodeConnection({ url: serving.url, key: 'x'.repeat(43) }));
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('status')).toContainText('refuses this browser');
  await expectAccessible(popup);
  await field.fill(encodeConnection({ url: serving.url, key: serving.key }));
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('status')).toContainText('Connected to shop');
  await expectAccessible(popup);
  await popup.close();
  await browser.close();
});

test('connects by a code that the server takes', async ({ chrome, serving }) => {
  await chrome.connectTo(null);
  await expect.poll(() => serving.isConnected()).toBe(false);
  const asked: string[] = [];
  const connection = encodeConnection({ url: serving.url, key: serving.key });
  // The real one shows its codes on a screen only.
  const desk = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
    response.end(JSON.stringify({ connection, url: serving.url }));
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const { port } = desk.address() as AddressInfo;
  const { popup, browser } = await openPopup(chrome);
  await popup.getByText('Another machine').click();
  await popup.getByLabel('Code or vf:// string from the terminal').fill('k7qm-2xwp');
  await popup.getByLabel('Server', { exact: true }).fill(`http://127.0.0.1:${port}`);
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('status')).toContainText('Connected to shop');
  expect(asked).toEqual(['/connect?code=k7qm-2xwp']);
  desk.close();
  await popup.close();
  await browser.close();
});

test('shows what is driven, and takes it back and hands it over by keyboard', async ({ chrome, open }) => {
  const tab = await open('/forms');
  const { popup, browser } = await openPopup(chrome);
  const driven = popup.getByRole('region', { name: 'Controlled by your agent' });
  await expect(driven.getByText('Forms')).toBeVisible();
  await driven.getByRole('button', { name: 'Take back: Forms' }).press('Enter');
  await expect(driven.getByText('Forms')).toBeHidden();
  expect((await tab.do('browser_click', { selector: 'button' })).text).toContain('took tab');
  await expectAccessible(popup);
  const handOver = popup.getByRole('button', { name: 'Hand over: Forms' });
  await handOver.press('Enter');
  await expect(handOver).toBeHidden();
  await tab.must('browser_click', { selector: 'button' });
  await expect(driven.getByText('Forms')).toBeVisible();
  await popup.close();
  await browser.close();
});
