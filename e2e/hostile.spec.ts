/** A page that does everything to be in the way, with the hub as plain middleware on a plain server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { createHub, type Hub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

import { OverlayOnPage } from './support/overlay.ts';

const app = `
for (const prototype of [Array.prototype, Object.prototype, Element.prototype, Node.prototype, EventTarget.prototype, Event.prototype, Map.prototype, Promise.prototype]) Object.freeze(prototype);
for (const type of ['keydown', 'keyup', 'click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'pointermove', 'mousemove', 'focusin']) {
  for (const target of [window, document, document.body]) {
    target.addEventListener(type, (event) => { window.seen = (window.seen ?? 0) + (type === 'click' ? 1 : 0); event.stopImmediatePropagation(); }, true);
    target.addEventListener(type, (event) => event.stopImmediatePropagation());
  }
}
// As a dialog that keeps the focus inside.
const field = document.querySelector('input');
for (const type of ['focus', 'focusin', 'blur', 'focusout']) {
  window.addEventListener(type, () => field.focus(), true);
  document.addEventListener(type, () => field.focus(), true);
}
`;

const html = `<!doctype html><html lang="en"><head><title>Hostile</title>
<link rel="stylesheet" href="/hostile.css">
<script type="module" src="/__annotate/overlay.js"></script>
<script type="module" src="/app.js"></script></head>
<body><main><h1 data-testid="title">A hostile page</h1><button data-testid="button">Buy</button><input data-testid="field"></main>
<div class="cover">z-index 2147483647</div></body></html>`;

const css = `
* { all: unset !important; display: block !important; color: red !important; font: 40px serif !important; }
head, script, style, title, link { display: none !important; }
nga-overlay { display: none; opacity: 0.1; transform: scale(3); }
.cover { position: fixed; inset: auto 0 0 auto; width: 300px; height: 300px; z-index: 2147483647; background: black; }
`;

let server: Server;
let hub: Hub;
let store: Store;
let folder: string;
let url: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'annotate-hostile-'));
  store = await openStore(undefined, { root: folder });
  hub = await createHub({
    store,
    projectRoot: folder,
    onError: (error) => {
      throw error;
    },
  });
  server = createServer((request, response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'",
    );
    if (request.url === '/app.js') response.setHeader('content-type', 'text/javascript').end(app);
    else if (request.url === '/hostile.css') response.setHeader('content-type', 'text/css').end(css);
    else if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(204).end();
  });
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/`;
});

test.afterAll(async () => {
  await hub.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the overlay works on a hostile page and looks as it should', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  const overlay = new OverlayOnPage(page, async () => (await store.list()).annotations);
  await overlay.ready();
  await overlay.comment(page.getByTestId('title'), 'Calmer');
  await expect(overlay.badge('pending')).toBeVisible();
  const badge = await overlay.badge('pending').boundingBox();
  expect(badge?.width).toBe(22);

  // Text that was typed and not filled in: every key goes where the focus is.
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('button'));
  await page.keyboard.type('Bigger');
  await expect(overlay.textarea).toHaveValue('Bigger');
  await expect(page.getByTestId('field')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(overlay.composer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(overlay.hint).toBeHidden();

  await overlay.badge('pending').click();
  await expect(overlay.thread.locator('.nga-thread-request')).toHaveCSS('font-size', '13px');
  await expect(overlay.thread.locator('.nga-thread-request')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  // The launcher is above the app's cover in the same corner.
  const launcher = overlay.host.locator('[data-nga="launcher"]');
  const box = await launcher.boundingBox();
  const top = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.localName, {
    x: (box?.x ?? 0) + 18,
    y: (box?.y ?? 0) + 18,
  });
  expect(top).toBe('nga-overlay');
  expect((await store.list()).annotations).toMatchObject([{ annotationText: 'Calmer', status: 'pending' }]);
  expect(errors).toEqual([]);
});
