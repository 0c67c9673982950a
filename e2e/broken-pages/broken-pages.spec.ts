/** A mistake in a real app: the page is told to be broken, with what its dev server says of it, and works again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator } from '@playwright/test';

import { type DevApp, startApp } from '@annotate-mcp/bench/sources/dev-app.ts';
import type { ProofAfter } from '@annotate-mcp/core';
import { openStore, type Store } from '@annotate-mcp/store';

import { proofOf } from '../support/judge-edit.ts';
import { type McpClient, startMcp } from '../support/mcp.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';

import { brokenApps, type Mistake } from './apps.ts';

// Installing an app, and building it for the first time, takes minutes.
test.setTimeout(15 * 60_000);
const longest = { timeout: 120_000 };

for (const { setup, file, mistakes } of brokenApps) {
  test(`${setup.name}: a page that is broken by an edit`, { tag: '@full' }, async ({ page }) => {
    await using app = await startApp(setup, () => undefined);
    await using agent = await startMcp(app.folder);
    const store = await openStore(undefined, { root: app.folder });
    try {
      const readAll = async () => (await store.list({}, { limit: 100 })).annotations;
      for (const { id } of await readAll()) await store.remove(id);
      await page.goto(app.url);
      const overlay = new OverlayOnPage(page, readAll);
      await overlay.ready();
      const heading = page.locator('h1[data-kind^="plain@"]');
      for (const mistake of mistakes) {
        await test.step(mistake.name, () =>
          breakAndMend(mistake, { app, agent, store, overlay, heading, file }),
        );
      }
    } finally {
      await store.close();
    }
  });
}

interface Broken {
  readonly app: DevApp;
  readonly agent: McpClient;
  readonly store: Store;
  readonly overlay: OverlayOnPage;
  readonly heading: Locator;
  readonly file: string;
}

async function breakAndMend(
  { name, from, to, says, tells }: Mistake,
  { app, agent, store, overlay, heading, file }: Broken,
): Promise<void> {
  await overlay.comment(heading, name);
  const id = (await store.list({}, { limit: 1 })).annotations[0]?.id ?? '';
  await expect.poll(async () => proofOf(await store.get(id))?.before !== undefined, longest).toBe(true);
  const after = async (): Promise<Partial<ProofAfter>> => proofOf(await store.get(id))?.after ?? {};
  await agent.call('acknowledge', { id });
  const path = join(app.folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  await agent.call('resolve', { id, summary: 'Done.', files: [file] });
  await expect
    .poll(after, longest)
    .toMatchObject({ verdict: 'broken', failure: { message: expect.stringMatching(says) as unknown, file } });
  if (tells === 'line') {
    // A compiler says where it has noticed it, which may be some lines below.
    const written = text.slice(0, text.indexOf(from)).split('\n').length;
    const { line } = (await after()).failure ?? {};
    expect(line).toBeGreaterThanOrEqual(written);
    expect(line).toBeLessThan(written + 6);
  }
  const told: unknown[] = [];
  const ask = async () => {
    told.push((await agent.call('list_sessions', {})).notices);
    return JSON.stringify(told);
  };
  await expect.poll(ask).toMatch(/the page is broken/);
  expect(await ask()).toContain(file);
  writeFileSync(path, text);
  // What an app that renders on the server shows after a reload may differ beside the heading.
  await expect.poll(async () => (await after()).verdict, longest).not.toBe('broken');
  await store.remove(id);
  await expect(overlay.badges).toHaveCount(0);
}
