/** Any page can be annotated, and what is written on it reaches the project. */
import { annotate, comment, overlay, stored } from './support/annotating.ts';
import { expect, test } from './support/test.ts';

for (const path of ['/strict', '/trusted']) {
  const tag = path === '/strict' ? {} : { tag: '@full' };
  test(
    `what is written on ${path} is in the store, and an agent finds its place`,
    tag,
    async ({ chrome, site, serving, agent }) => {
      const { page, browser } = await annotate(chrome, `${site.url}${path}`);
      const text = `Larger, please (${path})`;
      await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
      await comment(page, text);
      const find = async () =>
        (await stored(serving.root)).find(({ annotationText }) => annotationText === text);
      await expect.poll(find).toMatchObject({ pageUrl: `${site.url}${path}` });
      const found = await find();
      await page.close();
      await browser.close();
      const around = await agent.call('browser_get_accessibility_tree', { annotation_id: found?.id });
      expect(around.text).toContain('heading');
      // It had to be opened again.
      const tabId = Number(/^tab_id (\d+)/.exec(around.text)?.[1]);
      expect((await agent.call('browser_close_tab', { tab_id: tabId })).isError).toBe(false);
    },
  );
}

test('what is being written survives worker, server and page @full', async ({ chrome, site, serving }) => {
  const { page, browser } = await annotate(chrome, `${site.url}/forms`);
  await expect(page.locator(overlay)).toHaveAttribute('data-connection', 'online');
  await serving.stop();
  await expect(page.locator(overlay)).not.toHaveAttribute('data-connection', 'online');
  await comment(page, 'Written while the server was away');
  await expect(page.locator(overlay)).toHaveAttribute('data-unsent', '1');
  // Chrome itself ends no worker that is handling a message, and the worker stores the comment in one.
  await expect
    .poll(() => chrome.inWorker<string>(`chrome.storage.local.get(null).then(JSON.stringify)`))
    .toContain('Written while the server was away');
  await chrome.killWorker();
  await page.goto(`${site.url}/second`);
  await serving.start();
  await page.goto(`${site.url}/forms`);
  await expect
    .poll(async () => (await stored(serving.root)).map(({ annotationText }) => annotationText), {
      timeout: 30_000,
    })
    .toContain('Written while the server was away');
  await page.close();
  await browser.close();
});
