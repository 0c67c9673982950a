/** A mistake in a real app: the page is told to be broken, with what its dev server says of it, and works again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startApp } from '@annotate-mcp/bench/sources/dev-app.ts';
import { acknowledge, type ProofAfter } from '@annotate-mcp/core';
import { openStore } from '@annotate-mcp/store';

import { agent, proofOf, resolveWith } from '../support/judge-edit.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';

import { brokenApps } from './apps.ts';

// Installing an app, and building it for the first time, takes minutes.
test.setTimeout(15 * 60_000);
const longest = { timeout: 120_000 };

for (const { setup, file, mistakes } of brokenApps) {
  test(`${setup.name}: a page that is broken by an edit`, { tag: '@full' }, async ({ page }) => {
    await using app = await startApp(setup, () => undefined);
    const store = await openStore(undefined, { root: app.folder });
    try {
      const readAll = async () => (await store.list({}, { limit: 100 })).annotations;
      for (const { id } of await readAll()) await store.remove(id);
      await page.goto(app.url);
      const overlay = new OverlayOnPage(page, readAll);
      await overlay.ready();
      for (const { name, from, to, says, tellsFile } of mistakes) {
        await test.step(name, async () => {
          await overlay.comment(page.locator('h1[data-kind^="plain@"]'), name);
          const id = (await readAll())[0]?.id ?? '';
          await expect
            .poll(async () => proofOf(await store.get(id))?.before !== undefined, longest)
            .toBe(true);
          const after = async (): Promise<Partial<ProofAfter>> => proofOf(await store.get(id))?.after ?? {};
          await store.update(id, (one) => acknowledge(one, agent, new Date()));
          const text = readFileSync(join(app.folder, file), 'utf8');
          writeFileSync(
            join(app.folder, file),
            text.replace(from, () => to),
          );
          await resolveWith(store, id, [file]);
          await expect.poll(after, longest).toMatchObject({
            verdict: 'broken',
            failure: { message: expect.stringMatching(says) as unknown, ...(tellsFile && { file }) },
          });
          writeFileSync(join(app.folder, file), text);
          await expect.poll(async () => (await after()).verdict, longest).toBe('unchanged');
          await store.remove(id);
          await expect(overlay.badges).toHaveCount(0);
        });
      }
    } finally {
      await store.close();
    }
  });
}
