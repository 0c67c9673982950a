import type { Locator } from '@playwright/test';

import { expect, test } from '../support/test.ts';

test('a badge finds its element again after a reload and after a route change', async ({
  page,
  opened: overlay,
}) => {
  const title = page.getByTestId('product-title').nth(1);
  await overlay.comment(title, 'Larger, please');
  await expect(overlay.badge('pending')).toBeVisible();
  await expectBeside(overlay.badge('pending'), title);

  await page.reload();
  await overlay.ready();
  await expect(overlay.badge('pending')).toBeVisible();
  await expectBeside(overlay.badge('pending'), title);

  await page.getByTestId('nav-orders').click();
  await expect(overlay.badge('pending')).toBeHidden();
  await page.getByTestId('nav-shop').click();
  await expectBeside(overlay.badge('pending'), title);
});

test('a badge in a scroll container follows its row', { tag: '@full' }, async ({ page, opened: overlay }) => {
  await page.getByTestId('nav-orders').click();
  const customer = page.getByTestId('order-customer').nth(2);
  await overlay.comment(customer, 'Wrong name');
  const badge = overlay.badge('pending');
  await expectBeside(badge, customer);
  await page.getByTestId('orders-scroll').evaluate((element) => element.scrollBy(0, 30));
  await expectBeside(badge, customer);
});

test('what is in an open modal dialog can be pointed at', async ({
  page,
  opened: overlay,
  allAnnotations,
}) => {
  await page.getByTestId('open-checkout').click();
  await expect(page.getByTestId('checkout-dialog')).toBeVisible();
  await overlay.comment(page.getByTestId('checkout-email'), 'Needs a placeholder');
  await expect(overlay.badge('pending')).toBeVisible();
  await expect(page.getByTestId('checkout-dialog')).toBeVisible();
  expect(await allAnnotations()).toHaveLength(1);
});

test('what vanishes when the pointer leaves can be frozen and pointed at', async ({
  page,
  opened: overlay,
}) => {
  await page.getByTestId('hover-menu-button').hover();
  await expect(page.getByTestId('hover-menu')).toBeVisible();
  await page.keyboard.press('Alt+Shift+KeyF');
  await overlay.comment(page.getByTestId('hover-menu'), 'Sort these');
  await expect(page.getByTestId('hover-menu')).toBeVisible();
  await page.keyboard.press('Alt+Shift+KeyF');
  await page.mouse.move(2, 2);
  await expect(page.getByTestId('hover-menu')).toBeHidden();
});

test(
  'several components become one annotation',
  { tag: '@full' },
  async ({ page, opened: overlay, allAnnotations }) => {
    await overlay.inspect();
    await overlay.pointAt(page.getByTestId('product-title').nth(0), { shift: true });
    await overlay.pointAt(page.getByTestId('product-title').nth(1));
    await overlay.textarea.fill('Same height');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await allAnnotations()).length).toBe(1);
    const [annotation] = await allAnnotations();
    expect(annotation).toMatchObject({ kind: 'component', targets: [{ inputs: {} }] });
  },
);

test('selected text becomes the focus of the comment @full', async ({
  page,
  opened: overlay,
  allAnnotations,
}) => {
  const title = page.getByTestId('broken-title');
  await title.evaluate((element) => getSelection()?.selectAllChildren(element));
  await overlay.comment(title, 'Fix the spelling');
  await expect
    .poll(async () => (await allAnnotations())[0])
    .toMatchObject({ selectionText: 'Specail offer' });
});

test('a page note needs no element', { tag: '@full' }, async ({ page, opened: overlay, allAnnotations }) => {
  await page.keyboard.press('Alt+Shift+KeyN');
  await overlay.textarea.fill('Load faster');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await allAnnotations())[0]).toMatchObject({ kind: 'page' });
});

test('a batch waits until it is sent, and is sent as one @full', async ({
  page,
  opened: overlay,
  allAnnotations,
}) => {
  for (const index of [0, 1]) {
    await overlay.inspect();
    await overlay.pointAt(page.getByTestId('product-title').nth(index));
    await overlay.textarea.fill(`Card ${index}`);
    await overlay.composer.getByRole('button', { name: /add to batch/i }).click();
    await expect(overlay.composer).toBeHidden();
  }
  await expect(overlay.badge('draft')).toHaveCount(2);
  expect(await allAnnotations()).toEqual([]);
  await page.keyboard.press('Alt+Shift+KeyP');
  await overlay.host.getByRole('button', { name: /send 2/i }).click();
  await expect(overlay.badge('pending')).toHaveCount(2);
  await expect.poll(async () => (await allAnnotations()).length).toBe(2);
});

test(
  'the whole page can be copied as Markdown',
  { tag: '@full' },
  async ({ page, context, opened: overlay }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
    await page.keyboard.press('Alt+Shift+KeyE');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('Fix the spelling');
  },
);

test('keys are left to the app while the person types in its fields, but for chords that type nothing', async ({
  page,
  opened: overlay,
}) => {
  await page.getByTestId('open-checkout').click();
  const field = page.getByTestId('checkout-email');
  await field.focus();
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(overlay.hint).toBeVisible();
  await page.keyboard.type('caj');
  await expect(field).toHaveValue('caj');
  await page.keyboard.press('Escape');
  await expect(overlay.hint).toBeHidden();
});

test('the app sees neither the click nor the keys of a comment, and the next click is its own', async ({
  page,
  opened: overlay,
}) => {
  const button = page.getByTestId('add-to-cart').first();
  const before = (await page.getByTestId('cart-count').textContent()) ?? '';
  await overlay.comment(button, 'Make it green');
  await expect(page.getByTestId('cart-count')).toHaveText(before);
  await button.click({ position: { x: 6, y: 6 } });
  await expect(page.getByTestId('cart-count')).not.toHaveText(before);
});

test('a password and what is marked as private never leave the page', async ({
  page,
  opened: overlay,
  allAnnotations,
}) => {
  await page.getByTestId('open-checkout').click();
  await page.getByTestId('checkout-password').fill('hunter2-secret');
  const secret = await page.getByTestId('secret-note').textContent();
  // The field has the focus, so the keys are the app's; the launcher is not.
  await overlay.host.locator('[data-nga="launcher"]').click();
  await overlay.host.getByRole('button', { name: /^inspect/i }).click();
  await overlay.pointAt(page.getByTestId('checkout-password'));
  await expect(overlay.composer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay.hint).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(overlay.label).toBeVisible();
  await page.keyboard.press('Enter');
  await overlay.textarea.fill('Widen');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  const stored = JSON.stringify(await allAnnotations());
  expect(stored).not.toContain('hunter2-secret');
  expect(stored).not.toContain(secret?.trim());
});

async function expectBeside(badge: Locator, element: Locator): Promise<void> {
  await expect(async () => {
    const [at, ends] = await Promise.all([badge.boundingBox(), element.evaluate(endsOf)]);
    if (at === null) throw new Error('The badge is not shown.');
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    expect(Math.min(...ends.map(({ right, top }) => Math.hypot(right - x, top - y)))).toBeLessThan(24);
  }).toPass();
}

/** The top right corners of the element and of its words. */
function endsOf(element: Element): { right: number; top: number }[] {
  const words = document.createRange();
  words.selectNodeContents(element);
  return [element, words].map((one) => {
    const { right, top } = one.getBoundingClientRect();
    return { right, top };
  });
}
