/** Playwright's `test` with a demo's dev server, its store and the overlay on the page. */
import { test as base, expect } from '@playwright/test';

import { type Annotation } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';

import { type DemoName, type DemoServer, startDemo } from './demo-server.ts';
import { OverlayOnPage } from './overlay.ts';

export { expect };

export interface PerTest {
  /** Every test finds an empty store and the demo as committed. */
  clean: undefined;
  overlay: OverlayOnPage;
  /** The page is open and connected; errors on its console fail the test. */
  opened: OverlayOnPage;
  allAnnotations: () => Promise<Annotation[]>;
}

export interface PerWorker {
  demo: DemoName;
  /** Names tests that leave a program running: they get a worker, and so a server, of their own. */
  apart: string;
  server: DemoServer;
  store: Store;
}

export const test = base.extend<PerTest, PerWorker>({
  demo: ['react', { option: true, scope: 'worker' }],
  apart: ['', { option: true, scope: 'worker' }],
  server: [
    async ({ demo, apart }, use, { workerIndex }) => {
      await using server = await startDemo(demo, `${demo}${apart}-${process.pid}-${workerIndex}`);
      await use(server);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  store: [
    async ({ server }, use) => {
      const store = await openStore(undefined, { root: server.root });
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
  // A fixture, because a hook in a shared file would belong to the first file that imports it.
  clean: [
    async ({ store, server }, use) => {
      const { annotations } = await store.list({}, { limit: 1_000 });
      for (const { id } of annotations) await store.remove(id);
      server.reset();
      await use(undefined);
    },
    { auto: true },
  ],
  overlay: async ({ page, allAnnotations }, use) => use(new OverlayOnPage(page, allAnnotations)),
  opened: async ({ page, overlay, server }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    await page.goto(server.url);
    await overlay.ready();
    await use(overlay);
    // What a test leaves behind must be in the store before the next one empties it.
    if (!page.isClosed()) await expect(overlay.host).toHaveAttribute('data-unsent', '0');
    expect(errors).toEqual([]);
  },
  allAnnotations: async ({ store }, use) =>
    use(async () => (await store.list({}, { limit: 1_000 })).annotations),
});
