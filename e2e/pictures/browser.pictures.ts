/** The pictures of docs/browser.md: the extension in Chromium, on a page that knows nothing of it. */
import type { Page } from '@playwright/test';

import { extensionId } from '@annotate-mcp/browser-protocol';

import { startAgent } from '../browser/support/agent.ts';
import type { Chrome } from '../browser/support/chrome.ts';
import { startPerson } from '../browser/support/person.ts';
import { expect } from '../browser/support/test.ts';

import { type OpenPage, test } from './museum.ts';
import { take } from './picture.ts';

const popupUrl = `chrome-extension://${extensionId}/popup.html`;

test('popup', async ({ serving, site, chrome, openPage, connected: _ }) => {
  await using agent = await startAgent(serving.url, 'claude-code');
  const open = async (path: string) =>
    (await agent.call('browser_create_tab', { url: `${site.url}${path}` })).data.tab_id;
  const [museum, tickets] = [await open('/'), await open('/?tickets')];
  await agent.call('browser_get_accessibility_tree', { tab_id: museum });
  await agent.call('browser_click', { tab_id: museum, selector: 'a' });
  await agent.call('browser_screenshot', { tab_id: museum });
  await agent.call('browser_click', { tab_id: tickets, selector: '#tickets' });
  // From here on the person is asked, as in a new installation.
  await using person = await startPerson(chrome);
  await person.expectNoQuestion();
  const popup = await openPage(popupUrl);
  await popup.setViewportSize({ width: 360, height: 700 });
  const picture = async (name: string) =>
    take(popup, name, (await popup.locator('main').boundingBox()) ?? undefined);
  await expect(popup.getByText('Clicked “Buy tickets”')).toBeVisible();
  await picture('browser-popup');
  await popup.getByRole('button', { name: 'Stop everything' }).click();
  const resume = popup.getByRole('button', { name: 'Let agents work again' });
  await expect(resume).toBeVisible();
  await picture('browser-stopped');
  await resume.click();
  for (const tab_id of [museum, tickets]) await agent.call('browser_close_tab', { tab_id });
});

test('mark', async ({ serving, site, openPage, connected: _ }) => {
  await using agent = await startAgent(serving.url, 'claude-code');
  const { data } = await agent.call('browser_create_tab', { url: `${site.url}/`, active: true });
  const page = await openPage(`${site.url}/`);
  await page.bringToFront();
  await expect(page.locator('annotate-mcp-mark')).toBeAttached();
  await take(page, 'browser-mark');
  await agent.call('browser_close_tab', { tab_id: data.tab_id });
});

test('question', async ({ serving, site, chrome, connected: _ }) => {
  await using person = await startPerson(chrome);
  await using claude = await startAgent(serving.url, 'claude-code');
  const tab_id = await person.open(`${site.url}/`);
  const asking = claude.call('browser_click', { tab_id, selector: '#tickets' });
  const question = await person.question();
  await expect(question.locator('[aria-disabled=true]')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await question.emulateMedia({ colorScheme });
    await takeMain(question, `browser-question-${colorScheme}`);
  }
  await question.emulateMedia({ colorScheme: 'light' });
  await person.answer('Always on this site');
  await asking;
  const running = claude.call('browser_execute_js', {
    tab_id,
    code: `document.querySelectorAll('h2').length`,
  });
  await expect(question.locator('pre')).toBeVisible();
  await expect(question.locator('[aria-disabled=true]')).toHaveCount(0);
  await question.mouse.move(0, 0);
  await takeMain(question, 'browser-question-code');
  await person.answer('Not now');
  await running;
  const settings = await person.openOwn('options.html');
  await settings.setViewportSize({ width: 760, height: 640 });
  await take(settings, 'browser-settings');
});

async function takeMain(page: Page, name: string): Promise<void> {
  await take(page, name, (await page.locator('main').boundingBox()) ?? undefined);
}

test('any page', async ({ chrome, site, openPage, connected: _ }) => {
  await chrome.inWorker(
    `chrome.storage.local.set({ ['site:${site.url}']: { 'annotate:first-use': 'seen' } })`,
  );
  const page = await openPage(`${site.url}/`);
  await annotate(chrome, `${site.url}/`, openPage);
  await page.bringToFront();
  await expect(page.locator('nga-overlay')).toHaveAttribute('data-connection', 'online');
  await page.keyboard.press('Alt+Shift+KeyA');
  const target = page.getByRole('heading', { name: 'The lightship' });
  await target.hover();
  // The overlay is closed to scripts, so what can be waited for is that it has the focus.
  await expect
    .poll(async () => {
      await target.click({ force: true });
      return page.evaluate(() => document.activeElement?.localName);
    })
    .toBe('nga-overlay');
  await page.keyboard.type('Say when it can be visited, next to its name.');
  await take(page, 'browser-any-page');
});

test('cursor', async ({ agent, site, openPage }) => {
  const { data } = await agent.call('browser_create_tab', { url: `${site.url}/`, active: true });
  const page = await openPage(`${site.url}/`);
  const { tab_id } = data;
  await agent.call('browser_scroll', { tab_id, selector: '#tickets', highlight: true });
  const pointer = page.locator('annotate-mcp-pointer');
  // It goes by itself, so on a slow machine it may have gone before the picture was taken.
  await expect(async () => {
    const [{ isError }] = await Promise.all([
      agent.call('browser_click', { tab_id, selector: '#tickets', delay: 1_500 }),
      pointer
        .waitFor({ state: 'attached', timeout: 5_000 })
        .then(() => take(page, 'browser-cursor', { x: 0, y: 200, width: 860, height: 450 }))
        .then(() => expect(pointer).toBeAttached({ timeout: 1 })),
    ]);
    expect(isError).toBe(false);
  }).toPass({ timeout: 20_000 });
});

/** As the button in the popup does it, which a picture of the page has no room for. */
async function annotate(chrome: Chrome, url: string, openPage: OpenPage): Promise<void> {
  const tabId = await chrome.inWorker<number>(
    `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(url)}).id)`,
  );
  const popup = await openPage(popupUrl);
  const view = await popup.evaluate(
    `chrome.runtime.sendMessage({ type: 'popup:annotate', tabId: ${tabId} })`,
  );
  expect(view).toMatchObject({ problem: null });
}
