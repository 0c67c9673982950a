import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { AnnotationOnPage } from '@annotate-mcp/core';

import type { OverlayOnPage, ReadAnnotations } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';
import { threadStates } from '../support/thread-states.ts';

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

for (const look of ['light', 'dark', 'phone'] as const) {
  const tag = look === 'light' ? [] : ['@full'];
  test(
    `axe finds no violation in a thread of any verdict and any turn, ${look}`,
    { tag },
    async ({ page, opened: overlay, store, allAnnotations }) => {
      await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
      // Nineteen states, and axe takes seconds for each where the machine is busy.
      test.slow();
      const sent = await send(page, overlay, allAnnotations);
      if (look === 'phone') await page.setViewportSize({ width: 390, height: 780 });
      await page.keyboard.press('Alt+Shift+KeyP');
      await overlay.host.locator('[data-nga="list"]').getByText('Fix the spelling').click();
      for (const { name, says, annotation } of threadStates(sent)) {
        await store.update(sent.id, () => annotation);
        await expect(overlay.thread, name).toContainText(says);
        await expectNoViolation(page, name);
      }
    },
  );
}

async function expectNoViolation(page: Page, part: string): Promise<void> {
  // The other mode is for frames, and opens a page for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode().include('nga-overlay');
  // Off by default: what is pressed is at least 24 px wide and high, or has that much space around it.
  axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
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

for (const of of ['verdict', 'turn'] as const)
  test(`in each ${of}, the list, the thread and its main button are used with the keyboard alone`, async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    test.slow();
    const sent = await send(page, overlay, allAnnotations);
    const list = overlay.host.locator('[data-nga="list"]');
    for (const { name, says, annotation, isVerdict = false } of threadStates(sent)) {
      if (isVerdict !== (of === 'verdict')) continue;
      await store.update(sent.id, () => annotation);
      await page.keyboard.press('Alt+Shift+KeyP');
      await expect(list, name).toBeFocused();
      await list.getByLabel('Show').selectOption(name === 'accepted' ? 'closed' : 'open');
      await expect(list.locator('.nga-item'), name).toBeVisible();
      await list.focus();
      await page.keyboard.press('ArrowDown');
      await expect(list.locator('.nga-item'), name).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(overlay.thread, name).toBeFocused();
      await expect(overlay.thread, name).toContainText(says);

      expect(await walkButtons(overlay), name).toEqual(await tabbable(overlay));
      await pressMain(overlay);
      await expect(overlay.host, name).toHaveAttribute('data-unsent', '0');
      expect(await focusedIn(overlay), `${name}, after its main button`).not.toBeNull();

      if (await overlay.thread.isVisible()) await page.keyboard.press('Escape');
      await expect(overlay.thread, name).toBeHidden();
      expect(await focusedIn(overlay), `${name}, back in the list`).toMatch(/nga-item|nga-list/);
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    }
  });

test('what is deleted in its thread leaves the focus in the list', async ({
  page,
  opened: overlay,
  store,
  allAnnotations,
}) => {
  const sent = await send(page, overlay, allAnnotations);
  const dismissed = threadStates(sent).find(({ name }) => name === 'dismissed')?.annotation ?? sent;
  await store.update(sent.id, () => dismissed);
  await page.keyboard.press('Alt+Shift+KeyP');
  const list = overlay.host.locator('[data-nga="list"]');
  await list.locator('.nga-item').press('Enter');
  await overlay.thread.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(overlay.thread).toBeHidden();
  await expect(list.locator('.nga-item')).toHaveCount(0);
  expect(await focusedIn(overlay)).toMatch(/nga-list/);
});

async function send(page: Page, overlay: OverlayOnPage, read: ReadAnnotations): Promise<AnnotationOnPage> {
  await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
  const [sent] = await read();
  if (sent === undefined || sent.kind === 'markdown') throw new Error('Nothing was sent.');
  return sent;
}

/** What Tab reaches in the thread, in its order; each is seen to have the focus. */
async function walkButtons({ page, thread }: OverlayOnPage): Promise<string[]> {
  const reached: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await thread.evaluate((panel) => {
      const root = panel.getRootNode();
      const at = root instanceof ShadowRoot ? root.activeElement : null;
      if (at === null || !panel.contains(at)) return null;
      // The question which agent to start: its buttons are another page's.
      if (at.localName === 'iframe') return '';
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const isSeen = outlineStyle !== 'none' && outlineWidth !== '0px';
      const name = at.getAttribute('aria-label') ?? at.textContent;
      return isSeen ? name : `${name}: its focus is not seen`;
    });
    if (stop === null) return reached;
    if (stop !== '') reached.push(stop);
  }
}

/** What can be reached in the thread, as it is read. */
async function tabbable({ thread }: OverlayOnPage): Promise<string[]> {
  return thread.evaluate((panel) =>
    [...panel.querySelectorAll<HTMLElement>('button, a[href], textarea, select, summary, input')]
      .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
      .map((one) => one.getAttribute('aria-label') ?? one.textContent),
  );
}

/** Goes back with Shift+Tab to the main button, or to the field where there is none, and uses it. */
async function pressMain({ page, thread }: OverlayOnPage): Promise<void> {
  const main = thread.locator('.nga-btn-primary:not(:disabled)');
  if ((await main.count()) === 0) {
    await thread.locator('.nga-thread-input').focus();
    await page.keyboard.type('Like this, please');
    await page.keyboard.press('Control+Enter');
    return;
  }
  await expect(main).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  while (!(await main.evaluate((one) => one.matches(':focus')))) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
}

/** The classes of the part of the overlay that has the focus; `null` while none has it. */
async function focusedIn({ host }: OverlayOnPage): Promise<string | null> {
  return host.evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.className ?? null);
}
