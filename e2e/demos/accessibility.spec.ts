import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'dark' ? ['@full'] : [];
  test(`axe finds no violation in any part, ${colorScheme}`, { tag }, async ({ page, opened: overlay }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const title = page.getByTestId('product-title').first();
    const list = overlay.host.locator('[data-nga="list"]');
    await expectNoViolation(page, 'the launcher');

    await overlay.host.locator('[data-nga="launcher"]').click();
    await expectNoViolation(page, 'the open bar');

    await page.keyboard.press('Alt+Shift+KeyP');
    await expect(list).toBeVisible();
    await expectNoViolation(page, 'the empty list');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();

    await overlay.inspect();
    await title.hover();
    await expect(overlay.label).toBeVisible();
    await expectNoViolation(page, 'inspecting');

    await overlay.pointAt(title);
    await expect(overlay.composer).toBeVisible();
    const name = 'sketch.png';
    const file = { name, mimeType: 'image/png', buffer: await title.screenshot() };
    const draw = overlay.composer.getByRole('button', { name: `Draw on ${name}` });
    await overlay.composer.locator('input[type=file]').setInputFiles(file);
    await expect(draw).toBeVisible();
    await expectNoViolation(page, 'the composer with a picture');
    await draw.click();
    await expect(overlay.host.getByRole('application')).toBeVisible();
    await expectNoViolation(page, 'the drawing on a picture');
    await page.keyboard.press('Escape');
    await expect(draw).toBeFocused();

    await overlay.chooseExtra('Try it here');
    await overlay.composer.getByRole('textbox', { name: 'Padding', exact: true }).fill('20px');
    await overlay.composer.getByRole('button', { name: 'Padding: each side' }).click();
    await expectNoViolation(page, 'trying by hand');

    await overlay.textarea.fill('Larger, please');
    await page.keyboard.press('Control+Enter');
    await overlay.badge('pending').click();
    await expect(overlay.thread).toBeVisible();
    await expectNoViolation(page, 'a thread');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Alt+Shift+KeyP');
    await expect(list).toBeVisible();
    await expectNoViolation(page, 'the list');
  });
}

async function expectNoViolation(page: Page, part: string): Promise<void> {
  // The other mode is for frames, and opens a page for each result.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('nga-overlay').analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, part).toEqual([]);
}

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
