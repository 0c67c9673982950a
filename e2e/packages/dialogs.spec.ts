/** A person comments on what a dialog shows while the dialog keeps the focus inside: with the libraries themselves. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { openStore } from '@annotate-mcp/store';

import { freePort } from '../support/free-port.ts';
import { expectStored, OverlayOnPage, type ReadAnnotations } from '../support/overlay.ts';

import { dialogApps, dialogTitle, fieldName } from './dialog-apps.ts';
import { type Place, run, startServer } from './measured-process.ts';
import { copyFreshApp, openTerminal } from './prepare-app.ts';
import { namedRegistry } from './start-for-all.ts';

for (const { app, dialogs } of dialogApps) {
  test(`${app.title}: a comment beside each dialog that keeps the focus (${dialogs.join(', ')})`, async ({
    page,
  }) => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-user-')));
    const registry = namedRegistry();
    const env = await openTerminal(registry, top);
    const place: Place = { cwd: await copyFreshApp(app, registry, env, top), env };
    await run(app.init, place);
    const server = startServer(app.dev, await freePort(), place);
    try {
      const url = await server.listening;
      const store = await openStore(undefined, { root: place.cwd });
      const read = async () => (await store.list({}, { limit: 100 })).annotations;
      for (const dialog of dialogs)
        await test.step(dialog, () => commentBeside(page, `${url}?dialog=${dialog}`, dialog, read));
      await store.close();
    } finally {
      await server.interrupt();
    }
    rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  });
}

async function commentBeside(page: Page, url: string, dialog: string, read: ReadAnnotations): Promise<void> {
  const overlay = new OverlayOnPage(page, read);
  await page.goto(url);
  await overlay.ready();
  const [field, title] = [page.getByLabel(fieldName), page.getByRole('heading', { name: dialogTitle })];
  // A click, because not every library gives its field the focus at once.
  await field.click();
  await expect(field).toBeFocused();
  // With the focus in a field of the app: the chord types nothing.
  await overlay.inspect();
  await overlay.pointAt(title);
  await expect(overlay.textarea).toBeFocused();
  const text = `Smaller in ${dialog}`;
  await page.keyboard.type(text, { delay: 20 });
  await expect(overlay.textarea).toHaveValue(text);
  await expect(field).toHaveValue('');
  await page.keyboard.press('Control+Enter');
  await expectStored(read, text);
  await expect(overlay.composer).toBeHidden();
  // Nothing of that closed the dialog, and the person goes on in it.
  await expect(title).toBeVisible();
  await field.click();
  await page.keyboard.type('Ada');
  await expect(field).toHaveValue('Ada');
}
