/** The pictures of docs/inline-review.md, on the Astro demo. */
import { acknowledge, resolve } from '@annotate-mcp/core';

import { ReviewOnPage } from '../inline/support/review.ts';
import { article } from '../inline/support/test.ts';

import { agent, expect, listening, move, note, noticeGone, take, test as pictureTest } from './picture.ts';

const kettle = 'Your kettle has the same problem';

const test = pictureTest.extend<{ review: ReviewOnPage }>({
  review: async ({ page, store, server, allAnnotations }, use) => {
    await listening(store);
    await page.addInitScript(() => {
      localStorage.setItem('annotate:first-use', 'seen');
      // The name would be that of the machine which takes the pictures.
      localStorage.setItem('annotate-author-name', 'Ada Lovelace');
    });
    await page.goto(server.url + article);
    const review = new ReviewOnPage(page, allAnnotations);
    await review.ready();
    await use(review);
  },
});

test.use({ demo: 'astro' });

test('review composer', async ({ page, review }) => {
  await review.select(kettle);
  await review.textarea.fill('Say which kettle: ours, or the one at home?');
  await take(page, 'review-composer');
});

test('review panel', async ({ page, review, store }) => {
  await review.comment(kettle, 'Say which kettle');
  await move(store, 'Say which', (before) =>
    resolve(before, agent, new Date(), note('Now it says “The kettle at home”.')),
  );
  await page.getByTestId('article-title').click({ modifiers: ['Alt'] });
  await review.textarea.fill('A shorter title');
  await page.keyboard.press('Control+Enter');
  await move(store, 'A shorter', (before) => acknowledge(before, agent, new Date()));
  await review.openPanel();
  await expect(review.items).toHaveCount(2);
  await noticeGone(review);
  await take(page, 'review-panel');
});
