/** A staging page in Chromium whose team server goes away: what is written there is kept, and sent once and in order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { type BrowserPage, openPage } from '@annotate-mcp/hub/testing/browser';
import type { Store } from '@annotate-mcp/store';
import { type PostgresServer, startPostgres } from '@annotate-mcp/store/testing/postgres-server';
import { createToken, openDatabase, setOrigins, startTeamServer, type TeamServer } from '@annotate-mcp/team';
import { servePage } from '@annotate-mcp/team/testing/serve-page';

import { bundledFolder } from '../bundled-files.ts';

import { openProjectStore } from './team-database.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

type Page = BrowserPage['page'];

interface Staging {
  /** The address of the page. */
  readonly url: string;
  readonly store: Store;
  readonly server: { stop(): Promise<void>; start(): Promise<void> };
}

async function startStaging(): Promise<Staging> {
  const databaseUrl = await postgres.createDatabase();
  const database = await openDatabase(databaseUrl, () => undefined);
  onTestFinished(() => database.close());
  const base = { project: 'shop', role: 'reviewer', name: 'page', expiresAt: null } as const;
  const { secret } = await createToken(database, { ...base, kind: 'pageKey' });
  let running: TeamServer | null = null;
  let port = 0;
  const server = {
    stop: async () => {
      await running?.close();
      running = null;
    },
    start: async () => {
      running = await startTeamServer({
        databaseUrl,
        openStore: (project) => openProjectStore(databaseUrl, project),
        overlayFolder: () => bundledFolder('page'),
        homeFolder: () => bundledFolder('team'),
        version: '0.0.0',
        host: '127.0.0.1',
        port,
        log: () => undefined,
      });
      ({ port } = running);
    },
  };
  await server.start();
  onTestFinished(server.stop);
  const url = await servePage(pageWith(`http://127.0.0.1:${port}/k/${secret}/__annotate/overlay.js`));
  await setOrigins(database, 'shop', [url]);
  const store = await openProjectStore(databaseUrl, 'shop');
  onTestFinished(() => store.close());
  return { url, store, server };
}

const pageWith = (script: string) => `<!doctype html><title>Shop</title>
  <h2 id="offer">Special offer</h2><p id="price">12 €</p>
  <script type="module" src="${script}"></script>`;

const isState = (page: Page, state: 'online' | 'offline') =>
  page.locator(`nga-overlay[data-connection=${state}]`).waitFor({ state: 'attached' });

async function comment(page: Page, selector: string, text: string): Promise<void> {
  await page.keyboard.press('Alt+Shift+KeyA');
  await page.locator('.nga-hint').waitFor();
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.locator('.nga-component-label').waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await page.locator('.nga-textarea').fill(text);
  await page.keyboard.press('Control+Enter');
  await page.locator('.nga-textarea').waitFor({ state: 'hidden' });
}

async function reply(page: Page, text: string): Promise<void> {
  await page.locator('.nga-badge').first().click();
  await page.locator('.nga-thread-panel textarea').fill(text);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await page.locator('.nga-thread-panel').waitFor({ state: 'hidden' });
}

const waiting = (page: Page) => page.locator('.nga-launcher').getAttribute('aria-label');

const stored = async (store: Store): Promise<Annotation[]> => (await store.list()).annotations;

it('keeps what is written while the server is away, over a reload and a new browser, and sends it once', async () => {
  const { url, store, server } = await startStaging();
  const profile = mkdtempSync(join(tmpdir(), 'annotate-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  {
    await using browser = await openPage(url, { profile });
    const { page } = browser;
    await isState(page, 'online');
    await comment(page, '#offer', 'Sent before');
    await expect.poll(() => stored(store)).toHaveLength(1);
    await server.stop();
    await isState(page, 'offline');
    await comment(page, '#price', 'Written while it was away');
    await reply(page, 'And this beside it');
    expect(await waiting(page)).toContain('waiting to be sent. Offline');
    // The browser has the overlay, so that the page can be read and written on meanwhile.
    await page.reload();
    await page.locator('.nga-badge').waitFor();
    await comment(page, '#offer', 'Written after a reload');
    expect(await waiting(page)).toContain('waiting to be sent. Offline');
  }
  expect(await stored(store)).toHaveLength(1);
  await server.start();
  await using browser = await openPage(url, { profile });
  await isState(browser.page, 'online');
  await expect
    .poll(async () => (await stored(store)).map(({ annotationText }) => annotationText))
    .toEqual(['Sent before', 'Written while it was away', 'Written after a reload']);
  await expect
    .poll(async () => (await stored(store)).flatMap(({ replies }) => replies.map(({ message }) => message)))
    .toEqual(['And this beside it']);
  await expect.poll(() => waiting(browser.page)).not.toContain('waiting to be sent');
});

it(
  'gives a text back that cannot be stored any more, because another removed the comment meanwhile',
  { tags: 'full' },
  async () => {
    const { url, store, server } = await startStaging();
    await using browser = await openPage(url);
    const { page } = browser;
    await isState(page, 'online');
    await comment(page, '#offer', 'Make it bold');
    await expect.poll(() => stored(store)).toHaveLength(1);
    const [annotation] = await stored(store);
    await server.stop();
    await isState(page, 'offline');
    await reply(page, 'And blue');
    await store.remove(annotation?.id ?? '');
    await server.start();
    await isState(page, 'online');
    await page.getByText(/You wrote: And blue/).waitFor();
    await expect.poll(() => waiting(page)).not.toContain('waiting to be sent');
    expect(await stored(store)).toEqual([]);
  },
);
