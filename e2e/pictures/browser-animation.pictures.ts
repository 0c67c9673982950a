/** The animation of docs/browser.md: an agent orders tickets in the person's browser. */
import { startAgent } from '../browser/support/agent.ts';
import { expect } from '../browser/support/test.ts';

import { Animation, animationSize } from './animation.ts';
import { test } from './museum.ts';

test.use({ browserOf: 'animation' });

test('animation of the browser bridge', async ({ serving, site, openPage, connected: _ }) => {
  await using agent = await startAgent(serving.url, 'claude-code');
  const { data } = await agent.call('browser_create_tab', { url: `${site.url}/order`, active: true });
  const { tab_id } = data;
  const page = await openPage(`${site.url}/order`);
  await page.setViewportSize(animationSize);
  await page.bringToFront();
  await expect(page.locator('annotate-mcp-mark')).toBeAttached();
  const animation = new Animation(page, 'agent');
  await animation.show(900);
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Day', 'Sunday'],
    ['Tickets', '2'],
  ]) {
    const { isError, text } = await agent.call('browser_fill_form', { tab_id, fields: [{ label, value }] });
    expect(isError, text).toBe(false);
    await animation.show(700);
  }
  const pointer = page.locator('annotate-mcp-pointer');
  await Promise.all([
    agent.call('browser_click', { tab_id, selector: '#order', delay: 2_500 }),
    pointer.waitFor({ state: 'attached' }).then(() => animation.show(900)),
  ]);
  await expect(page.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible();
  await expect(page.locator('annotate-mcp-mark')).toBeAttached();
  await animation.show(1_900);
  await animation.save('browser-bridge');
  await agent.call('browser_close_tab', { tab_id });
});
