/** Where a page is shown: full screen, in a frame of another site, on a phone, on paper. The hub is middleware on a plain server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { createHub, type Hub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

import { OverlayOnPage } from './support/overlay.ts';

const page = (body: string) => `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/__annotate/overlay.js"></script></head><body>${body}</body></html>`;

let server: Server;
let hub: Hub;
let store: Store;
let folder: string;
let port: number;

const pages: Readonly<Record<string, () => string>> = {
  '/': () =>
    page('<main><h1 data-testid="title">Shop</h1><p>Tea and coffee</p><input aria-label="Search"></main>'),
  '/wide': () =>
    page(
      '<main style="width:1100px"><h1 data-testid="title">Shop</h1><p>A table that is too wide</p></main>',
    ),
  // `localhost` and `127.0.0.1` are two sites.
  '/framing': () =>
    `<!doctype html><title>Other</title><iframe width=900 height=500 src="http://localhost:${port}/"></iframe>`,
};

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'annotate-surroundings-'));
  store = await openStore(undefined, { root: folder });
  hub = await createHub({
    store,
    projectRoot: folder,
    onError: (error) => {
      throw error;
    },
  });
  server = createServer((request, response) => {
    const html = pages[request.url ?? ''];
    if (html === undefined) response.writeHead(204).end();
    else response.setHeader('content-type', 'text/html').end(html());
  });
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

test.afterAll(async () => {
  await hub.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function watchErrors(shown: Page): string[] {
  const errors: string[] = [];
  shown.on('pageerror', (error) => errors.push(error.message));
  shown.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** As browsers do in a frame when they keep sites apart: each access throws. */
function denyStorage(): void {
  if (window.top === window) return;
  const deny = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  const reject = async () => deny();
  for (const name of ['localStorage', 'sessionStorage', 'caches'])
    Object.defineProperty(window, name, { get: deny });
  Object.assign(IDBFactory.prototype, { open: deny, databases: reject });
  Object.assign(LockManager.prototype, { request: reject, query: reject });
  Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny });
  Object.defineProperty(window, 'BroadcastChannel', { value: deny });
}

async function open(shown: Page, path: string): Promise<OverlayOnPage> {
  await shown.goto(`http://localhost:${port}${path}`);
  const overlay = new OverlayOnPage(shown, async () => (await store.list()).annotations);
  await overlay.ready();
  return overlay;
}

test('a comment is written by key while a part of the page is shown full screen', async ({ page: shown }) => {
  const overlay = await open(shown, '/');
  await shown.evaluate(async () => document.querySelector('main')?.requestFullscreen());
  await expect.poll(async () => shown.evaluate(() => document.fullscreenElement?.localName)).toBe('main');
  await overlay.inspect();
  await overlay.pointAt(shown.getByTestId('title'));
  await expect(overlay.textarea).toBeFocused();
  await shown.keyboard.type('In full screen');
  await expect(overlay.textarea).toHaveValue('In full screen');
  await shown.keyboard.press('Escape');
  await expect(overlay.composer).toBeHidden();
});

test('a page in a frame of another site, to which the browser denies storage, gets no error', async ({
  page: shown,
}) => {
  const errors = watchErrors(shown);
  await shown.addInitScript(denyStorage);
  await shown.goto(`http://127.0.0.1:${port}/framing`);
  const frame = shown.frameLocator('iframe');
  await expect(frame.getByTestId('title')).toBeVisible();
  await expect(frame.locator('nga-overlay [data-nga=launcher]')).toBeVisible();
  await frame.locator('nga-overlay [data-nga=launcher]').click();
  await expect(frame.locator('nga-overlay .nga-bar')).toBeVisible();
  await frame.getByTestId('title').click();
  expect(errors).toEqual([]);
});

test('nothing of the overlay is printed', async ({ page: shown }) => {
  const overlay = await open(shown, '/');
  const launcher = overlay.host.locator('[data-nga=launcher]');
  await expect(launcher).toBeVisible();
  await shown.emulateMedia({ media: 'print' });
  await expect(launcher).toBeHidden();
});

test('Esc gives the focus back to where the thread was opened from', async ({ page: shown }) => {
  const overlay = await open(shown, '/');
  await overlay.comment(shown.getByTestId('title'), 'Larger');
  await overlay.badge('pending').focus();
  await shown.keyboard.press('Enter');
  await expect(overlay.thread).toBeVisible();
  await shown.keyboard.press('Escape');
  await expect(overlay.thread).toBeHidden();
  await expect(overlay.badge('pending')).toBeFocused();
  await shown.getByLabel('Search').focus();
  await overlay.badge('pending').click();
  await expect(overlay.thread).toBeVisible();
  await shown.keyboard.press('Escape');
  await expect(overlay.thread).toBeHidden();
  await expect.poll(async () => shown.evaluate(() => document.activeElement?.localName)).not.toBe('body');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true });

  test('every button of composer and list is on the screen of a page that overflows sideways', async ({
    page: shown,
  }) => {
    const overlay = await open(shown, '/wide');
    await shown.evaluate(() => window.scrollTo(0, 0));
    await overlay.inspect();
    await overlay.pointAt(shown.getByTestId('title'));
    await overlay.textarea.fill('Too wide');
    for (const name of ['Close', 'Send to agent']) expect(await isOnScreen(overlay, name), name).toBe(true);
    await overlay.textarea.press('Control+Enter');
    await expect(overlay.composer).toBeHidden();
    await shown.keyboard.press('Alt+Shift+KeyP');
    const list = overlay.host.locator('[data-nga=list]');
    // By key: what a pointer would hit depends on how far the page is panned.
    await list.locator('.nga-item').press('Enter');
    await expect(overlay.thread).toBeVisible();
    // One sheet at a time.
    await expect(list).toBeHidden();
    expect(await isOnScreen(overlay, 'Reply')).toBe(true);
    await shown.keyboard.press('Escape');
    await expect(list).toBeVisible();
  });
});

/** Whether the whole button is in the part of the page that the screen shows. */
async function isOnScreen(overlay: OverlayOnPage, name: string): Promise<boolean> {
  return overlay.host
    .locator('.nga-panel')
    .getByRole('button', { name, exact: true })
    .evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const { visualViewport: part } = window;
      if (part === null) return false;
      const [x, y] = [part.offsetLeft, part.offsetTop];
      return left >= x && right <= x + part.width + 0.5 && top >= y && bottom <= y + part.height + 0.5;
    });
}
