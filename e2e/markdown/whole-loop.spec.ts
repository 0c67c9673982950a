/** From the first comment to the approval, in a browser tab, with an agent that is idle. axe looks at every step. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { startAgent } from './support/agent.ts';
import { plan } from './support/plan.ts';
import { Review } from './support/review.ts';
import { asking, expect, test, type Told } from './support/test.ts';

for (const [name, { tag, ...look }] of Object.entries({
  light: { tag: [], colorScheme: 'light', width: 1280 },
  'dark, on a phone': { tag: ['@full'], colorScheme: 'dark', width: 375 },
} as const)) {
  test(
    `comments wake an idle agent, its edit is shown, and the approval reaches it: ${name}`,
    {
      tag: [...tag],
    },
    async ({ page, project }) => {
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: look.width, height: 800 });
      await project.write('docs/plan.md', plan);
      await using agent = await startAgent(project.root, { ui: false });
      const woken = new Promise<void>((resolve) =>
        agent.client.setNotificationHandler('notifications/resources/updated', () => resolve()),
      );
      await agent.client.subscribeResource({ uri: 'annotations://open' });
      const { structuredContent } = await agent.call('open_markdown', { path: 'docs/plan.md' });
      const { viewUUID, url } = structuredContent as { viewUUID: string; url: string };
      const { interact, comments } = asking(agent, viewUUID);

      await page.goto(url);
      const view = new Review(page);
      await view.select('the new importer in May');
      await page.keyboard.press('c');
      await view.field.fill('Rather in June');
      await expectNoViolation(page, 'writing a comment');
      await view.field.press('Control+Enter');
      await view.saved();
      await view.submit();
      await woken;

      const [{ id: commentId } = {} as Told] = await comments();
      await interact({ type: 'acknowledge', commentId });
      await project.write('docs/plan.md', plan.replace('in May', 'in June'));
      await interact({ type: 'resolve', commentId, message: 'June it is.' });
      await view.button('Changes 1').click();
      await expect(view.document.locator('ins')).toHaveText('June');
      await expectNoViolation(page, 'what changed');

      await page.keyboard.press('t');
      await page.keyboard.press('v');
      await expect(view.frame.getByRole('dialog', { name: 'Finish the review' })).toBeVisible();
      await expectNoViolation(page, 'the verdict');
      await page.keyboard.press('Escape');
      const told = interact({ type: 'get_comments', wait: true, timeoutMs: 50_000 });
      await view.finish('Approve', 'Go on.');
      expect(await told).toMatchObject([{ verdict: { verdict: 'approve', text: 'Go on.' } }]);
      await expect(view.status).toContainText(/approved/i);
      await expectNoViolation(page, 'the end');
    },
  );
}

async function expectNoViolation(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, part).toEqual([]);
}
