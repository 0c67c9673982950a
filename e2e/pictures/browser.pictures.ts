/** The pictures of docs/browser.md: the extension in Chromium, on a page that knows nothing of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';

import { chromium, type Page } from '@playwright/test';

import { extensionId } from '@annotate-mcp/browser-protocol';

import { startAgent } from '../browser/support/agent.ts';
import type { Chrome } from '../browser/support/chrome.ts';
import { startPerson } from '../browser/support/person.ts';
import type { Site } from '../browser/support/site.ts';
import { expect, test as browserTest } from '../browser/support/test.ts';

import { take } from './picture.ts';

interface PerTest {
  /** Of the browser with the extension in it, light and without motion. */
  openPage: (url: string) => Promise<Page>;
}

const test = browserTest.extend<PerTest, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      await using site = await startMuseum();
      await use(site);
    },
    { scope: 'worker' },
  ],
  openPage: async ({ chrome }, use) => {
    const browser = await chromium.connectOverCDP(chrome.endpoint);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('Chromium has no window.');
    const opened: Page[] = [];
    await use(async (url) => {
      const page = context.pages().find((each) => each.url() === url) ?? (await context.newPage());
      opened.push(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      if (page.url() !== url) await page.goto(url);
      return page;
    });
    for (const page of opened) await page.close();
    await browser.close();
  },
});

const popupUrl = `chrome-extension://${extensionId}/popup.html`;

test('popup', async ({ serving, site, openPage, connected: _ }) => {
  await using agent = await startAgent(serving.url, 'claude-code');
  const open = async (path: string) =>
    (await agent.call('browser_create_tab', { url: `${site.url}${path}` })).data.tab_id;
  const [museum, tickets] = [await open('/'), await open('/?tickets')];
  await agent.call('browser_get_accessibility_tree', { tab_id: museum });
  await agent.call('browser_click', { tab_id: museum, selector: 'a' });
  await agent.call('browser_screenshot', { tab_id: museum });
  await agent.call('browser_click', { tab_id: tickets, selector: '#tickets' });
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
async function annotate(chrome: Chrome, url: string, openPage: PerTest['openPage']): Promise<void> {
  const tabId = await chrome.inWorker<number>(
    `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(url)}).id)`,
  );
  const popup = await openPage(popupUrl);
  const view = await popup.evaluate(
    `chrome.runtime.sendMessage({ type: 'popup:annotate', tabId: ${tabId} })`,
  );
  expect(view).toMatchObject({ problem: null });
}

/** A site of another owner, which allows no script. */
async function startMuseum(): Promise<Site> {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(
      url === '/' ? museum : museum.replace('Harbor Museum</title>', 'Tickets · Harbor Museum</title>'),
    );
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    elsewhere: `http://localhost:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const museum = `<!doctype html><html lang="en"><title>Harbor Museum</title><style>
body { margin: 0; font: 17px/1.6 Georgia, serif; color: #22303c; background: #f6f3ec }
header { background: #1f3a4d; color: #f6f3ec; padding: 28px 64px; display: flex; align-items: center; gap: 40px }
header b { font-size: 26px; margin-right: auto } header a { color: inherit }
main { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 28px; padding: 40px 64px; max-width: 1150px }
h1 { grid-column: 1 / -1; font-size: 34px; margin: 0 } h2 { margin: 0 0 8px; font-size: 22px }
article { background: #fff; border-radius: 8px; padding: 24px; box-shadow: 0 1px 4px #0002 }
article div { height: 130px; border-radius: 6px; margin-bottom: 18px }
button { font: inherit; background: #b4532a; color: #fff; border: 0; border-radius: 6px; padding: 10px 22px }
</style><header><b>Harbor Museum</b><a href="#">Visit</a><a href="#">Collection</a><a href="#">Archive</a></header>
<main><h1>Three ships, one pier</h1>
<article><div style="background:linear-gradient(#d9e6ee,#7fa3b8)"></div><h2>The lightship</h2>Forty years at the mouth of the river, and back at the pier since spring. Open in summer only.</article>
<article><div style="background:linear-gradient(#f3dcc4,#c98d5c)"></div><h2>The tug</h2>Her engine still runs on the first Sunday of the month, when the wind allows.</article>
<article><div style="background:linear-gradient(#dfe7d5,#8ba57a)"></div><h2>The barge</h2>Grain, coal, and once a circus: her log books tell of ninety years of cargo.</article>
<p style="grid-column:1/-1"><button id="tickets">Buy tickets</button></p></main></html>`;
