/** The page with the steps, and every state of the popup while it is not connected, in light and in dark. */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from '@playwright/test';

import { type BridgeFile, bridgeFileName } from '@annotate-mcp/browser-protocol';

import { openPopup } from '../browser/support/popup.ts';
import { expect, test } from '../browser/support/test.ts';

import { folder, take } from './picture.ts';
import { type Shot, sheetOf } from './sheet.ts';

interface State {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const states: readonly State[] = [
  { name: 'first', title: 'Nothing runs yet', text: 'No server is running yet' },
  { name: 'question', title: 'A server was found', text: 'Connect to shop?' },
  { name: 'connecting', title: 'Connecting', text: 'Connecting…' },
  { name: 'away', title: 'The server has ended', text: 'does not answer' },
  { name: 'refused', title: 'The key was replaced', text: 'refuses this browser' },
  { name: 'other', title: 'Another machine', text: 'Code or vf:// string' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`popup states, ${colorScheme}`, async ({ chrome, serving }) => {
    const file = join(chrome.extension, bridgeFileName);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const enter: Record<string, (popup: Page) => Promise<void>> = {
      first: () => chrome.connectTo(null),
      question: async () => {
        const { url, key } = serving;
        const about = { projectName: 'shop', pid: 1, startedAt: '2026-11-16T08:00:00.000Z', version: '1' };
        writeFileSync(file, JSON.stringify({ url, key, ...about } satisfies BridgeFile));
      },
      connecting: async () => {
        rmSync(file);
        await chrome.connectTo({ url: silentUrl, key: 'k'.repeat(43) });
      },
      away: () => chrome.connectTo({ url: 'http://127.0.0.1:9', key: 'k'.repeat(43) }),
      refused: () => chrome.connectTo({ url: serving.url, key: 'k'.repeat(43) }),
      other: async (popup) => {
        await chrome.connectTo(null);
        await popup.reload();
        await popup.getByText('Another machine').click();
      },
    };
    // As a person has it, who has decided nothing yet.
    await chrome.inWorker(`chrome.storage.local.remove('consent')`);
    await using popup = await openPopup(chrome);
    await popup.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await popup.page.setViewportSize({ width: 340, height: 420 });
    const shots: Shot[] = [];
    for (const { name, title, text } of states) {
      await enter[name]?.(popup.page);
      await expect(popup.page.getByText(text).first()).toBeVisible();
      // Nothing in a picture has the focus of a person who is not there.
      await popup.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const png = await popup.page.locator('main').screenshot({ animations: 'disabled', caret: 'hide' });
      shots.push({ title, png });
      if (name === 'question' && colorScheme === 'light') await takeLarge(popup.page);
    }
    silent.close();
    await sheetOf(shots, colorScheme, join(folder, `browser-popup-states-${colorScheme}.png`));
    await chrome.connectTo({ url: serving.url, key: serving.key });
  });
}

/** Twice as large, because the store's picture shows it larger. */
async function takeLarge(popup: Page): Promise<void> {
  await popup.setViewportSize({ width: 680, height: 840 });
  const zoom = (factor: string) =>
    popup.evaluate((to) => void (document.documentElement.style.zoom = to), factor);
  await zoom('2');
  await popup.locator('main').screenshot({ path: join(folder, 'browser-connect.png'), caret: 'hide' });
  await zoom('1');
  await popup.setViewportSize({ width: 340, height: 420 });
}

test('how to load the extension', async ({ chrome, page }) => {
  await page.setViewportSize({ width: 760, height: 420 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(pathToFileURL(join(chrome.extension, 'install.html')).href);
  const path = page.locator('#folder');
  await expect(path).toHaveText(chrome.extension);
  await path.evaluate((code) => (code.textContent = '/home/ada/.config/annotate-mcp/extension'));
  await page.addStyleTag({ content: 'body { margin: 24px auto }' });
  await take(page, 'browser-install');
});
