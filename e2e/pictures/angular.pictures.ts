/** The picture of docs/angular.md. */
import { expect, listening, take, test } from './picture.ts';

test.use({ demo: 'angular' });

test('angular', async ({ page, overlay, store, server }) => {
  await listening(store);
  await page.goto(server.url);
  await overlay.ready();
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('product-title').nth(1));
  await expect(overlay.composer).toContainText('product-card.html:');
  await overlay.textarea.fill('Put the roast date next to the origin.');
  await take(page, 'angular');
});
