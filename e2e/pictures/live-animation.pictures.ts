/** The animation of docs/live-annotation.md, on the React demo. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { acknowledge, resolve } from '@annotate-mcp/core';

import { Animation, animationSize } from './animation.ts';
import { agent, expect, listening, move, note, noticeGone, test } from './picture.ts';

test.use({ viewport: animationSize });

const text = 'There is a typo in this heading';
const file = 'demos/react/src/components/BrokenCard.tsx';

test('animation of live annotation', async ({ page, overlay, store, server }) => {
  await listening(store);
  await page.addInitScript(() => localStorage.setItem('annotate-author-name', 'Ada Lovelace'));
  await page.goto(server.url);
  await overlay.ready();
  const heading = page.getByTestId('broken-title');
  await heading.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const animation = new Animation(page);
  await animation.show(500);
  await overlay.inspect();
  await animation.moveToElement(heading, 60);
  await expect(overlay.host.locator('.nga-path-label')).toContainText('BrokenCard.tsx:');
  await animation.show(700);
  await page.mouse.down();
  await page.mouse.up();
  await expect(overlay.composer).toBeVisible();
  await animation.type(text);
  await animation.show(300);
  await page.keyboard.press('Control+Enter');
  await expect(overlay.badge('pending')).toBeVisible();
  await animation.show(600);
  // The page keeps how the element looks, to show it beside what the agent made of it.
  await expect.poll(async () => JSON.stringify((await store.list()).annotations)).toContain('"proof"');
  await move(store, text, (before) => acknowledge(before, agent, new Date()));
  await expect(overlay.badge('acknowledged')).toBeVisible();
  await noticeGone(overlay);
  await animation.show(700);
  writeFileSync(join(server.root, file), server.read(file).replace('Specail', 'Special'));
  await expect(heading).toHaveText('Special offer');
  await animation.show(500);
  const done = note('Corrected to **Special offer**.\n\nChanged `src/components/BrokenCard.tsx`.');
  await move(store, text, (before) => resolve(before, agent, new Date(), done));
  await expect(overlay.badge('resolved')).toBeVisible();
  await noticeGone(overlay);
  await animation.moveToElement(overlay.badge('resolved'));
  await overlay.badge('resolved').click();
  await expect(overlay.thread.locator('[data-nga=proof]')).toContainText('Changed on the page.');
  await animation.show(1_900);
  await animation.save('live-annotation');
});
