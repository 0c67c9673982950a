import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { OverlayOnPage } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';

const states: Record<string, (page: Page, overlay: OverlayOnPage) => Promise<void>> = {
  'the launcher': async () => {
    // It is there from the start.
  },
  'the open bar': async (_, overlay) => overlay.host.locator('[data-nga="launcher"]').click(),
  inspecting: async (page, overlay) => {
    await overlay.inspect();
    await page.getByTestId('product-title').first().hover();
    await expect(overlay.label).toBeVisible();
  },
  'the composer': async (page, overlay) => {
    await overlay.inspect();
    await overlay.pointAt(page.getByTestId('product-title').first());
    await expect(overlay.composer).toBeVisible();
  },
  'a thread': async (page, overlay) => {
    await overlay.comment(page.getByTestId('product-title').first(), 'Larger, please');
    await overlay.badge('pending').click();
    await expect(overlay.thread).toBeVisible();
  },
  'the list, empty': async (page) => page.keyboard.press('Alt+Shift+KeyP'),
  'the list': async (page, overlay) => {
    await overlay.comment(page.getByTestId('product-title').first(), 'Larger, please');
    await page.keyboard.press('Alt+Shift+KeyP');
  },
};

test.describe('has no violation that axe can find', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const tag = colorScheme === 'dark' ? ['@full'] : [];
    for (const [name, show] of Object.entries(states)) {
      test(`${name}, ${colorScheme}`, { tag }, async ({ page, opened: overlay }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await show(page, overlay);
        const { violations } = await new AxeBuilder({ page }).include('nga-overlay').analyze();
        expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
      });
    }
  }
});

test('everything can be done without a pointer', async ({ page, opened: overlay, allAnnotations }) => {
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(overlay.hint).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(overlay.label).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(overlay.textarea).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(overlay.host.locator('[data-nga="list"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(overlay.thread).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay.thread).toBeHidden();
});
