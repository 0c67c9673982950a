/** The panel: lists, notes, replies, copying, clearing. */
import { acknowledge, reply, resolve } from '@annotate-mcp/core';

import { expect, test } from './support/test.ts';

const sentence = 'Bring gloves, and mind the ramp.';
const agent = { type: 'agent', agentId: 'a', agentName: 'Robin' } as const;

test('lists this page and all pages, and leads to what is on another one', async ({
  review,
  page,
  server,
}) => {
  await review.comment(sentence, 'Which gloves?');
  await page.goto(`${server.url}guide/`);
  await review.ready();
  await review.comment('Everything else is a detail.', 'Not quite');
  await review.openPanel();
  await expect(review.part('tab-page')).toContainText('1');
  await expect(review.part('tab-all')).toContainText('2');
  await expect(review.items).toHaveCount(1);
  await expect(review.part('quote')).toContainText('Everything else is a detail.');
  await review.part('tab-all').click();
  await expect(review.items).toHaveCount(2);
  await review.items.filter({ hasText: 'Which gloves?' }).locator('.nga-item').click();
  await expect(page).toHaveURL(/first-frost/);
  await expect(page.locator('main').getByText(sentence)).toBeInViewport();
});

test('a note on the page is added and taken back', async ({ review, allAnnotations, page }) => {
  await review.openPanel();
  await review.part('add-note').click();
  await review.textarea.fill('Add a picture of the ramp');
  await page.keyboard.press('Control+Enter');
  await review.expectSent('Add a picture of the ramp');
  expect(await allAnnotations()).toMatchObject([{ kind: 'page' }]);
  if (!(await review.panel.isVisible())) await review.openPanel();
  await expect(review.part('page-note')).toBeVisible();
  await review.takeBack();
  await expect.poll(async () => (await allAnnotations())[0]?.status ?? 'gone').not.toBe('pending');
});

test('shows what the agent does without a reload, and takes Accept and Re-open', async ({
  review,
  store,
  allAnnotations,
}) => {
  await review.comment(sentence, 'Which gloves?');
  const [made] = await allAnnotations();
  if (made === undefined) throw new Error('Nothing was stored.');
  await review.openPanel();
  await store.update(made.id, (annotation) => acknowledge(annotation, agent, new Date()));
  await store.update(made.id, (annotation) =>
    reply(annotation, agent, new Date(), { id: crypto.randomUUID(), message: 'Warm ones.' }),
  );
  await expect(review.part('reply-agent')).toContainText('Robin');
  await expect(review.part('reply-agent')).toContainText('Warm ones.');
  await store.update(made.id, (annotation) => resolve(annotation, agent, new Date()));
  await review.part('reopen').click();
  await expect.poll(async () => (await store.get(made.id))?.status).toBe('pending');
  await store.update(made.id, (annotation) => acknowledge(annotation, agent, new Date()));
  await store.update(made.id, (annotation) => resolve(annotation, agent, new Date()));
  await review.part('accept').click();
  await expect.poll(async () => store.get(made.id)).toHaveProperty('acceptedAt');
});

test('copies everything as Markdown and says so @full', async ({ review, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await review.comment(sentence, 'Which gloves?');
  await review.openPanel();
  await review.part('copy-all').click();
  await expect(review.toast).toContainText('of all pages copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Which gloves?');
  expect(copied).toContain(sentence);
});

test(
  'clears everything with a second click, and not with one',
  { tag: '@full' },
  async ({ review, allAnnotations }) => {
    await review.comment(sentence, 'Which gloves?');
    await review.openPanel();
    const open = async () => (await allAnnotations()).filter(({ status }) => status === 'pending').length;
    await review.part('clear-all').click();
    expect(await open()).toBe(1);
    await review.part('clear-all').click();
    await expect.poll(open).toBe(0);
  },
);

test('explains itself once @full', async ({ page, review }) => {
  await page.reload();
  await review.ready();
  await expect(review.part('first-use')).toHaveCount(0);
});
