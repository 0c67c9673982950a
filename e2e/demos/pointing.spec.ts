/** Ways to point that are not a click on a component, and what can go along with a comment. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/test.ts';

test('pictures and the console go along when they are asked for', async ({
  page,
  overlay,
  server,
  allAnnotations,
  demo,
}) => {
  test.skip(demo !== 'react', 'the overlay is the same on every page');
  await page.goto(server.url);
  await overlay.ready();
  await page.evaluate(() => reportError(new Error('Cart failed: token sk-live-1234567890abcdef')));
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('broken-title'));
  await overlay.chooseExtra('Screenshot');
  await overlay.composer.getByRole('button', { name: /console/i }).click();
  const buffer = await page.getByTestId('broken-title').screenshot();
  const file = { name: 'sketch.png', mimeType: 'image/png', buffer };
  await overlay.composer.locator('input[type=file]').setInputFiles(file);
  await overlay.composer.getByRole('button', { name: 'Draw on sketch.png' }).click();
  await overlay.host.getByRole('button', { name: 'Blur' }).press('Enter');
  await page.keyboard.press('Enter');
  await overlay.host.getByRole('button', { name: 'Done' }).click();
  await overlay.textarea.fill('See the picture');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  const [annotation] = await allAnnotations();
  if (annotation === undefined || annotation.kind === 'markdown') throw new Error('No annotation.');
  expect(annotation.consoleErrors?.join()).toContain('Cart failed');
  expect(annotation.consoleErrors?.join()).not.toContain('1234567890abcdef');
  const { screenshot = '', pictures = [] } = annotation;
  for (const name of [screenshot, pictures[0] ?? '']) {
    expect(name).toMatch(/^[0-9a-f]{64}\.webp$/);
    expect(existsSync(join(server.root, '.annotate/attachments', name))).toBe(true);
  }
  await overlay.badge('pending').click();
  for (const name of ['Screenshot', 'Picture 1']) {
    const picture = overlay.thread.getByAltText(name);
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  }
});

test('what is clicked before the picker has loaded reaches no app, and is picked', async ({
  page,
  overlay,
  server,
  demo,
}) => {
  test.skip(demo !== 'react', 'the overlay is the same on every page');
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/start-picking-mode*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(server.url);
  await overlay.ready();
  await page.evaluate(() => {
    document.addEventListener('click', () => (document.title = 'The app has got a click.'));
  });
  await overlay.inspect();
  await page.getByTestId('broken-title').hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(overlay.label).toBeHidden();
  release();
  await expect(overlay.composer).toBeVisible();
  await expect(overlay.composer).toContainText('Specail offer');
  expect(await page.title()).not.toBe('The app has got a click.');
});

test(
  'a dragged area keeps its box and the component around it',
  { tag: '@full' },
  async ({ page, opened: overlay, allAnnotations, demo }) => {
    test.skip(demo !== 'react', 'the overlay is the same on every page');
    const card = await page.getByTestId('product-card').nth(1).boundingBox();
    if (card === null) throw new Error('No card.');
    await overlay.inspect();
    await page.mouse.move(card.x + 20, card.y + 20);
    await page.mouse.down();
    await page.mouse.move(card.x + 60, card.y + 60, { steps: 4 });
    await page.mouse.move(card.x + 120, card.y + 90, { steps: 4 });
    await page.mouse.up();
    await expect(overlay.composer).toBeVisible();
    await overlay.textarea.fill('Crop this');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await allAnnotations()).length).toBe(1);
    const [annotation] = await allAnnotations();
    expect(annotation).toMatchObject({ componentName: 'ProductCard' });
    if (annotation === undefined || annotation.kind === 'markdown') throw new Error('No annotation.');
    expect(annotation.boundingBox?.width).toBeCloseTo(100, 0);
    expect(annotation.boundingBox?.height).toBeCloseTo(70, 0);
  },
);

test('what is in a frame of the same origin can be pointed at', async ({
  page,
  opened: overlay,
  allAnnotations,
  demo,
}) => {
  test.skip(demo !== 'plain', 'only this demo has a frame');
  const title = page.frameLocator('iframe').getByTestId('frame-title');
  await overlay.comment(title, 'Shorter');
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  expect((await allAnnotations())[0]).toMatchObject({
    sourceLocation: { file: 'demos/plain/tides.html' },
  });
  await expect(overlay.badge('pending')).toBeVisible();
  const [badge, box] = await Promise.all([overlay.badge('pending').boundingBox(), title.boundingBox()]);
  expect(Math.abs((badge?.y ?? 0) - (box?.y ?? 1_000))).toBeLessThan(40);
});

test('an uncaught error becomes one annotation when the app asks for that @full', async ({
  page,
  server,
  overlay,
  allAnnotations,
  demo,
}) => {
  test.skip(demo !== 'react', 'the overlay is the same on every page');
  // As the hub writes it for `annotate({ captureErrors: true })`.
  await page.route('**/__annotate/overlay.js', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"appId":', '"captureErrors":true,"appId":');
    await route.fulfill({ response, body });
  });
  await page.goto(server.url);
  await overlay.ready();
  // From one place each time: another line would be another error.
  const fail = () => {
    setTimeout(() => {
      throw new TypeError('cart.total is not a function');
    });
  };
  for (let n = 0; n < 3; n += 1) await page.evaluate(fail);
  await expect.poll(async () => (await allAnnotations()).length).toBe(1);
  expect((await allAnnotations())[0]).toMatchObject({
    kind: 'page',
    annotationText: expect.stringContaining('cart.total is not a function'),
  });
  await page.reload();
  await overlay.ready();
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(fail);
  await thrown;
  await expect(overlay.host).toHaveAttribute('data-unsent', '0');
  expect(await allAnnotations()).toHaveLength(1);
});
