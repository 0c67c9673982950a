/** A project with more comments than a page gets at first, in a real browser: nothing is missing, and nothing is there twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { create, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { createHub, type Hub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

const total = process.env.ANNOTATE_TEST_FULL === '1' ? 3_000 : 700;
const onEachPage = 20;
const snapshot = '<button id="buy">Buy</button>';
/** A comment of the first page with much that only its thread shows. */
const detailed = 3;

let root: string;
let store: Store;
let hub: Hub;
let server: Server;
let site: string;
const errors: unknown[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  root = await mkdtemp(join(tmpdir(), 'annotate-large-'));
  store = await openStore('sqlite:store.db', { root });
  hub = await createHub({
    store: store.url,
    projectRoot: root,
    onError: (error) => errors.push(error),
  });
  const html = `<!doctype html><title>Shop</title><script type="module" src="${hub.scriptPath}"></script>
    <body><h1>Shop</h1>${snapshot}</body>`;
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  hub.attach(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://localhost:${(server.address() as AddressInfo).port}`;
  for (let n = 1; n <= total; n++) {
    const content = sampleContent('element', { id: uuidOf(n), appId: '.', annotationText: `Wish no${n}.` });
    const place = { selector: '#buy', domSnapshot: snapshot, pageUrl: `${site}/page-${pageOf(n)}` };
    const details = n === detailed ? { consoleErrors: ['No price. '.repeat(100)] } : {};
    await store.add(create({ ...content, ...place, ...details }, 'pending', sampleTime));
  }
});

test.afterAll(async () => {
  expect(errors).toEqual([]);
  await hub.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await store.close();
  await rm(root, { recursive: true });
});

const pageOf = (n: number) => Math.ceil(n / onEachPage);

test('a page has the badges of its comments, also after the app has shown another page', async ({ page }) => {
  await open(page, 2);
  await expect.poll(() => placed(page)).toEqual(numbers(onEachPage + 1, 2 * onEachPage));
  expect(await known(page)).toBeLessThan(200);
  await page.evaluate(() => history.pushState(null, '', '/page-5'));
  await expect.poll(() => placed(page)).toEqual(numbers(4 * onEachPage + 1, 5 * onEachPage));
});

test('the list of all pages counts everything, reads on when asked, and has each comment once', async ({
  page,
}) => {
  await open(page, 1);
  await page.keyboard.press('Alt+Shift+KeyP');
  const list = page.locator('nga-overlay [data-nga=list]');
  await expect(list.locator('[data-nga=tab-all]')).toContainText(`(${total})`);
  await list.locator('[data-nga=tab-all]').click();
  const before = await list.locator('[data-nga=item]').count();
  expect(before).toBeLessThan(200);
  const more = list.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect.poll(() => list.locator('[data-nga=item]').count()).toBeGreaterThan(before);
  await page.evaluate(() => globalThis.__ANNOTATE_OVERLAY__?.readAll());
  while ((await list.locator('[data-nga=item]').count()) < total) await more.click();
  // The map has each id once; the list must have each text once.
  expect(await known(page)).toBe(total);
  const notes = await list.locator('[data-nga=note]').allTextContents();
  expect(new Set(notes).size).toBe(total);
  expect(notes).toHaveLength(total);
  await expect(more).toHaveCount(0);
});

test('a search finds a comment that the page had not got, and opens all of it', async ({ page }) => {
  await open(page, 1);
  await page.keyboard.press('Alt+Shift+KeyP');
  const list = page.locator('nga-overlay [data-nga=list]');
  await list.locator('[data-nga=tab-all]').click();
  const wanted = 3 * onEachPage;
  expect(await textOf(page, wanted)).toBeNull();
  await list.locator('[data-nga=search]').fill(`wish no${wanted}.`);
  await expect(list.locator('[data-nga=item]')).toHaveCount(1);
  expect(await snapshotOf(page, wanted)).toBeUndefined();
  await list.locator('[data-nga=item] button').first().click();
  await expect.poll(() => snapshotOf(page, wanted)).toBe(snapshot);
});

test('a comment with a badge is read as a whole when it is opened', async ({ page }) => {
  await open(page, 1);
  await expect.poll(() => placed(page)).toEqual(numbers(1, onEachPage));
  expect(await snapshotOf(page, detailed)).not.toBe(snapshot);
  await page.keyboard.press('Alt+Shift+KeyP');
  const list = page.locator('nga-overlay [data-nga=list]');
  await list.locator('[data-nga=search]').fill(`wish no${detailed}.`);
  await list.locator('[data-nga=item] button').first().click();
  await expect(page.locator('nga-overlay .nga-console')).toContainText('No price.');
  expect(await snapshotOf(page, detailed)).toBe(snapshot);
});

test('what happens to a comment that the page has not got is counted, and shown', async ({ page }) => {
  await open(page, 1);
  await page.keyboard.press('Alt+Shift+KeyP');
  const tab = page.locator('nga-overlay [data-nga=tab-all]');
  const wanted = 4 * onEachPage;
  await expect(tab).toContainText(`(${total})`);
  await store.remove(uuidOf(wanted));
  await expect(tab).toContainText(`(${total - 1})`);
  await store.add(create(sampleContent('page', { id: uuidOf(wanted), appId: '.' }), 'pending', sampleTime));
  await expect.poll(() => textOf(page, wanted)).toBe('Make the price bold');
  await store.update(uuidOf(wanted + 1), (one) => resolve(one, sampleAgent, new Date()));
  await expect.poll(() => textOf(page, wanted + 1)).toBe(`Wish no${wanted + 1}.`);
});

async function open(page: Page, n: number): Promise<void> {
  await page.goto(`${site}/page-${n}`);
  await expect(page.locator('nga-overlay')).toHaveAttribute('data-connection', 'online');
  await expect.poll(() => known(page)).toBeGreaterThan(0);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The numbers of the comments of this page whose element was found. */
async function placed(page: Page): Promise<number[]> {
  const texts = await page.evaluate(() => {
    const overlay = globalThis.__ANNOTATE_OVERLAY__;
    const state = overlay?.state();
    const here = [...(state?.annotations.values() ?? [])].filter(
      (one) => 'pageUrl' in one && new URL(one.pageUrl).pathname === location.pathname,
    );
    const whole = here.filter(({ id }) => !state?.rest?.briefs.has(id) && !state?.lost.has(id));
    return overlay?.element.shadowRoot?.querySelector('.nga-badge')
      ? whole.map(({ annotationText }) => annotationText)
      : [];
  });
  return texts.map((text) => Number(/\d+/.exec(text)?.[0])).sort((a, b) => a - b);
}

function known(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.__ANNOTATE_OVERLAY__?.state().annotations.size ?? 0);
}

function textOf(page: Page, n: number): Promise<string | null> {
  return page.evaluate(
    (id) => globalThis.__ANNOTATE_OVERLAY__?.state().annotations.get(id)?.annotationText ?? null,
    uuidOf(n),
  );
}

function snapshotOf(page: Page, n: number): Promise<string | undefined> {
  return page.evaluate((id) => {
    const found = globalThis.__ANNOTATE_OVERLAY__?.state().annotations.get(id);
    return found?.kind === 'element' ? found.domSnapshot : undefined;
  }, uuidOf(n));
}
