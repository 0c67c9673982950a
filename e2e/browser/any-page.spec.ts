/** What the extension's overlay can do on a page that knows nothing of it, and may not want it. */
import { annotate, comment, findSeen, overlay, seen, stored } from './support/annotating.ts';
import { expect, test } from './support/test.ts';

test('a page hears nothing of the click that picks a target', async ({ chrome, site, serving }) => {
  const { page, browser } = await annotate(chrome, `${site.url}/listening`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  await comment(page, 'Nothing was clicked');
  const find = async () =>
    (await stored(serving.root)).find(({ annotationText }) => annotationText === 'Nothing was clicked');
  await expect.poll(find).toMatchObject({ pageUrl: `${site.url}/listening` });
  expect(await find()).toMatchObject({ description: expect.stringContaining('Listening') });
  expect(await page.evaluate('heard')).toEqual([]);
  expect(await page.locator('#out').textContent()).toBe('');
  await page.close();
  await browser.close();
});

test('a frame of another site can be pointed at, and does not get the click', async ({
  chrome,
  site,
  serving,
}) => {
  const { page, browser } = await annotate(chrome, `${site.url}/listening`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  await page.keyboard.press('Alt+Shift+KeyA');
  const button = page.frameLocator('iframe[title=Other]').getByRole('button', { name: 'Press' });
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button has no box.');
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe(overlay);
  }).toPass();
  await page.keyboard.type('About the frame');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () =>
      (await stored(serving.root)).find(({ annotationText }) => annotationText === 'About the frame'),
    )
    .toMatchObject({ selector: expect.stringContaining('iframe') });
  await expect(page.frameLocator('iframe[title=Other]').locator('#out')).toHaveText('');
  await page.close();
  await browser.close();
});

test('console errors of the page go with the comment @full', async ({ chrome, site, serving }) => {
  const { page, browser } = await annotate(chrome, `${site.url}/listening`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  await page.evaluate('complain()');
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(async () => {
    await page.locator('h1').hover({ force: true });
    await page.mouse.down();
    await page.mouse.up();
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe(overlay);
  }).toPass();
  await page.keyboard.type('With errors');
  await (await findSeen(page, 'button', /More to send along/)).click();
  await expect(async () => {
    const button = await findSeen(page, 'button', /Console errors/);
    // The composer may have moved between the look and the click.
    if (!button.isPressed) await button.click();
    expect((await findSeen(page, 'button', /Console errors/)).isPressed).toBe(true);
  }).toPass();
  await (await findSeen(page, 'button', /Send to agent/)).click();
  await expect
    .poll(async () =>
      (await stored(serving.root)).find(({ annotationText }) => annotationText === 'With errors'),
    )
    .toMatchObject({ consoleErrors: [expect.stringContaining('The cart is broken')] });
  await page.close();
  await browser.close();
});

test('pictures of an agent are shown although the page allows none @full', async ({
  chrome,
  site,
  serving,
  agent,
}) => {
  // A page of its own: on /strict there is what another file has written, and both would share one badge.
  const { page, browser } = await annotate(chrome, `${site.url}/strict?pictures`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  // Other tests comment on the heading of this page, and badges in one place are one button.
  await comment(page, 'Show me', 'button');
  const find = async () =>
    (await stored(serving.root)).find(({ annotationText }) => annotationText === 'Show me');
  await expect.poll(find).toBeDefined();
  const annotation_id = (await find())?.id;
  const answer = await agent.call('browser_screenshot', { annotation_id, attach: 'As it is now' });
  expect(answer.isError, answer.text).toBe(false);
  await (await findSeen(page, 'button', /Show me/)).click();
  await (await findSeen(page, 'button', /Enlarge: Screenshot/)).click();
  await findSeen(page, 'dialog', /^Screenshot$/);
  await page.keyboard.press('Escape');
  expect((await seen(page)).map(({ name }) => name).join('\n')).not.toContain('cannot be shown here');
  await page.close();
  await browser.close();
});

test('annotating is switched off again, and nothing of it stays', async ({ chrome, site }) => {
  const url = `${site.url}/second`;
  const { page, browser, tabId } = await annotate(chrome, url);
  await expect(page.locator(overlay)).toHaveCount(1);
  const asked = (type: string) =>
    chrome.inPopup<{ annotated: number[]; problem: string | null }>(
      `chrome.runtime.sendMessage({ type: '${type}', tabId: ${tabId} })`,
    );
  expect((await asked('popup:look')).annotated).toContain(tabId);
  expect((await asked('popup:stop-annotating')).annotated).not.toContain(tabId);
  await expect(page.locator(overlay)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator(overlay)).toHaveCount(0);
  await page.close();
  await browser.close();
});

test('the overlay of the page itself is used where it has one', async ({ chrome, site }) => {
  const { page, browser } = await annotate(chrome, `${site.url}/own-overlay?at-once`);
  await expect(page.locator('#out')).toHaveText('pointing;');
  await expect(page.locator(overlay)).toHaveCount(0);
  await page.close();
  await browser.close();
});

test("ours goes when the page's own overlay appears later", async ({ chrome, site }) => {
  const { page, browser } = await annotate(chrome, `${site.url}/own-overlay`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  await page.evaluate(() => document.getElementById('load')?.click());
  await expect(page.locator(`${overlay}[data-connection]`)).toHaveCount(0);
  await expect(page.locator(overlay)).toHaveCount(1);
  await page.close();
  await browser.close();
});
