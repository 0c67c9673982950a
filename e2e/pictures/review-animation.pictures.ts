/** The animation of docs/inline-review.md, on the Astro demo. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { acknowledge, resolve } from '@annotate-mcp/core';

import { ReviewOnPage } from '../inline/support/review.ts';
import { article } from '../inline/support/test.ts';
import { findText } from '../support/page-text.ts';

import { Animation, animationSize } from './animation.ts';
import { agent, expect, listening, move, note, noticeGone, test } from './picture.ts';

test.use({ demo: 'astro', viewport: animationSize });

const quote = 'Your kettle has the same problem';
const text = 'Say which kettle: ours, or the one at home?';
const file = 'demos/astro/src/content/journal/first-frost.md';

test('animation of inline review', async ({ page, store, server, allAnnotations }) => {
  await listening(store);
  await page.addInitScript(() => {
    localStorage.setItem('annotate:first-use', 'seen');
    localStorage.setItem('annotate-author-name', 'Ada Lovelace');
  });
  await page.goto(server.url + article);
  const review = new ReviewOnPage(page, allAnnotations);
  await review.ready();
  const { start, end } = await findText(page.mainFrame(), { text: quote });
  const animation = new Animation(page);
  await animation.show(500);
  await animation.moveTo(start);
  await page.mouse.down();
  await animation.moveTo(end, 6);
  await page.mouse.up();
  await expect(review.composer).toBeVisible();
  await animation.show(500);
  await review.textarea.focus();
  await animation.type(text, 7);
  await page.keyboard.press('Control+Enter');
  await review.expectSent(text);
  await animation.show(600);
  await move(store, text, (before) => acknowledge(before, agent, new Date()));
  await noticeGone(review);
  await animation.show(600);
  writeFileSync(
    join(server.root, file),
    server.read(file).replace('Your kettle has', 'Your kettle at home has'),
  );
  await expect(page.getByText('Your kettle at home has')).toBeVisible();
  await review.ready();
  await move(store, text, (before) =>
    resolve(before, agent, new Date(), note('Now it says “Your kettle at home”.')),
  );
  await noticeGone(review);
  await animation.show(700);
  await animation.moveToElement(review.fab);
  await review.openPanel();
  await expect(review.items).toContainText('Your kettle at home');
  await animation.show(1_900);
  await animation.save('inline-review');
});
