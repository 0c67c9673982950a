/** The pictures of docs/live-annotation.md, one test for each, on the React demo. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { acknowledge, dismiss, reply, resolve } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { DemoServer } from '../support/demo-server.ts';
import type { OverlayOnPage } from '../support/overlay.ts';

import { agent, type Clip, expect, listening, move, note, noticeGone, take, test } from './picture.ts';

/** The list and what is beside it. */
const right: Clip = { x: 560, y: 0, width: 720, height: 560 };

test.beforeEach(async ({ store, page, server, overlay }) => {
  await listening(store);
  await page.goto(server.url);
  await overlay.ready();
  await expect(overlay.host.locator('[data-nga="launcher"]')).toHaveAttribute('aria-label', /is listening/);
});

test('thread', async ({ page, overlay, store, server }) => {
  await resolvedThread(page, overlay, store, server);
  await take(page, 'thread');
});

test('proof', async ({ page, overlay, store, server }) => {
  const text = 'Larger, and without the typo';
  await overlay.comment(page.getByTestId('broken-card'), text);
  await page.mouse.move(20, 780);
  await pictureFromBefore(store);
  edit(server, (before) =>
    before
      .replace('>Specail', ' style={{ fontSize: 34 }}>Special')
      .replace('className="price"', 'className="price" hidden'),
  );
  await expect(page.getByTestId('broken-title')).toHaveText('Special offer');
  const done = 'Corrected and larger, in `src/components/BrokenCard.tsx`.';
  await move(store, text, (before) => resolve(before, agent, new Date(), note(done)));
  await overlay.badge('resolved').click();
  await expect(overlay.thread.getByRole('slider')).toBeVisible();
  await noticeGone(overlay);
  await take(page, 'proof');
});

test('launcher', async ({ page, overlay }) => {
  await overlay.comment(page.getByTestId('product-title').first(), 'Larger, please');
  await noticeGone(overlay);
  await take(page, 'launcher', { x: 640, y: 400, width: 640, height: 400 });
});

test('bar', async ({ page, overlay }) => {
  await launcher(overlay).click();
  await take(page, 'bar', { x: 760, y: 640, width: 520, height: 160 });
});

test('settings', async ({ page, overlay }) => {
  await launcher(overlay).click();
  await overlay.host.getByRole('button', { name: 'Settings' }).click();
  await expect(overlay.host.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await take(page, 'settings', { x: 760, y: 320, width: 520, height: 480 });
});

test('inspect', async ({ page, overlay }) => {
  await overlay.inspect();
  await page.getByTestId('product-title').nth(1).hover();
  await expect(overlay.host.locator('.nga-path-label')).toContainText('ProductCard.tsx:');
  await expect(overlay.host.locator('.nga-crumb').last()).toHaveText('h2');
  await take(page, 'inspect');
});

test('composer', async ({ page, overlay }) => {
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('product-title').nth(1));
  await overlay.textarea.fill('Put the roast date next to the origin.');
  await take(page, 'composer');
});

test('several', async ({ page, overlay }) => {
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('product-title').nth(0), { shift: true });
  await overlay.pointAt(page.getByTestId('product-title').nth(1));
  await overlay.textarea.fill('The same height for all of them.');
  await take(page, 'several');
});

test('batch', async ({ page, overlay }) => {
  await draft(overlay, page.getByTestId('product-title').nth(0), 'Show the discount here');
  await draft(overlay, page.getByTestId('add-to-cart').nth(2), '“Reserve” should look different');
  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(overlay.host.getByRole('button', { name: /send 2/i })).toBeVisible();
  await noticeGone(overlay);
  await take(page, 'batch', right);
});

test('badges and list', async ({ page, overlay, store }) => {
  const titles = page.getByTestId('product-title');
  await overlay.comment(titles.nth(0), 'Larger, please');
  await move(store, 'Larger, please', (before) =>
    resolve(before, agent, new Date(), note('Done in `harbor.css`.')),
  );
  await overlay.comment(titles.nth(1), 'Roast date next to the origin');
  await move(store, 'Roast date', (before) => acknowledge(before, agent, new Date()));
  await overlay.comment(titles.nth(2), 'Sort these by price');
  await move(store, 'Sort these', (before) =>
    dismiss(before, agent, new Date(), note('The order comes from the warehouse.')),
  );
  await overlay.comment(titles.nth(3), 'This photo is too dark');
  await draft(overlay, page.getByTestId('broken-title'), 'Say until when');
  for (const status of ['resolved', 'acknowledged', 'dismissed', 'pending', 'draft'])
    await expect(overlay.badge(status)).toBeVisible();
  await noticeGone(overlay);
  await take(page, 'badges');
  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(overlay.host.locator('.nga-item')).toHaveCount(5);
  await take(page, 'list', right);
});

test('question', async ({ page, overlay, store }) => {
  await overlay.comment(page.getByTestId('broken-card'), 'The price is wrong');
  await move(store, 'The price', (before) => acknowledge(before, agent, new Date()));
  await move(store, 'The price', (before) =>
    reply(
      before,
      agent,
      new Date(),
      note('It shows cents as dollars. `$9.50`, or `9,50 $` as in the shop in Kiel?'),
    ),
  );
  await overlay.badge('acknowledged').click();
  await overlay.thread.locator('.nga-thread-input').fill('$9.50');
  await noticeGone(overlay);
  await take(page, 'question');
});

test('freeze', async ({ page, overlay }) => {
  await page.getByTestId('hover-menu-button').hover();
  await page.keyboard.press('Alt+Shift+KeyF');
  await overlay.inspect();
  await page.getByTestId('hover-menu').hover();
  await expect(overlay.host.locator('.nga-path-label')).toContainText('AccountMenu.tsx:');
  await noticeGone(overlay);
  await take(page, 'freeze');
});

test('no agent', async ({ page, overlay, store }) => {
  await store.agents.leave(agent.agentId);
  await expect(launcher(overlay)).toHaveAttribute('aria-label', /no agent/i);
  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(overlay.host.getByText('npx annotate-mcp init')).toBeVisible();
  await take(page, 'no-agent', right);
});

test('offline', async ({ page, overlay, server }) => {
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('broken-title'));
  await overlay.textarea.fill('Written while the dev server was away');
  await server.stop();
  try {
    await expect(overlay.host).toHaveAttribute('data-connection', 'offline');
    await page.keyboard.press('Control+Enter');
    await expect(overlay.composer).toBeHidden();
    await page.keyboard.press('Alt+Shift+KeyP');
    await noticeGone(overlay);
    await take(page, 'offline', right);
  } finally {
    await server.start();
  }
});

test('lost', async ({ page, overlay, server }) => {
  await overlay.comment(page.getByTestId('broken-title'), 'Fix the spelling');
  edit(server, (before) => before.replace(/return \([\s\S]*?\n {2}\);/, 'return cents < 0 && <p>Free</p>;'));
  await expect(page.getByTestId('broken-card')).toBeHidden();
  await page.keyboard.press('Alt+Shift+KeyP');
  await overlay.host.locator('.nga-item').click();
  await expect(overlay.thread.getByText('The element is gone.')).toBeVisible();
  await noticeGone(overlay);
  await take(page, 'lost');
});

test('dark', async ({ page, overlay, store, server }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await overlay.comment(page.getByTestId('product-title').nth(1), 'Roast date next to the origin');
  await resolvedThread(page, overlay, store, server);
  await page.keyboard.press('Alt+Shift+KeyP');
  await take(page, 'dark');
});

test('right to left', async ({ page, overlay }) => {
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await overlay.inspect();
  await overlay.pointAt(page.getByTestId('product-title').nth(1));
  await overlay.textarea.fill('اجعل العنوان أكبر');
  await take(page, 'rtl');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 }, hasTouch: true });

  test('phone', async ({ page, overlay, store, server }) => {
    await resolvedThread(page, overlay, store, server);
    await take(page, 'phone');
  });
});

async function resolvedThread(
  page: Page,
  overlay: OverlayOnPage,
  store: Store,
  server: DemoServer,
): Promise<void> {
  await overlay.comment(page.getByTestId('broken-title'), 'There is a typo in this heading');
  await move(store, 'There is', (before) => acknowledge(before, agent, new Date()));
  await pictureFromBefore(store);
  edit(server, (before) => before.replace('Specail', 'Special'));
  await expect(page.getByTestId('broken-title')).toHaveText('Special offer');
  const done = 'Corrected to **Special offer**.\n\nChanged `src/components/BrokenCard.tsx`.';
  await move(store, 'There is', (before) => resolve(before, agent, new Date(), note(done)));
  await overlay.badge('resolved').click();
  await expect(overlay.thread.locator('.nga-reply--agent strong')).toBeVisible();
  await expect(overlay.thread.getByRole('slider')).toBeVisible();
  await noticeGone(overlay);
}

/** Waits until the store has a picture of the element as it was before the change. */
async function pictureFromBefore(store: Store): Promise<void> {
  const kept = async () =>
    JSON.stringify((await store.list()).annotations.map((one) => 'proof' in one && one.proof));
  await expect.poll(kept).toContain('picture');
}

/** As an agent would, in the copy that the dev server serves. */
function edit(server: DemoServer, change: (before: string) => string): void {
  const file = 'demos/react/src/components/BrokenCard.tsx';
  writeFileSync(join(server.root, file), change(server.read(file)));
}

async function draft(overlay: OverlayOnPage, element: Locator, text: string): Promise<void> {
  await overlay.inspect();
  await overlay.pointAt(element);
  await overlay.textarea.fill(text);
  await overlay.composer.getByRole('button', { name: /add to batch/i }).click();
  await expect(overlay.composer).toBeHidden();
}

function launcher(overlay: OverlayOnPage): Locator {
  return overlay.host.locator('[data-nga="launcher"]');
}
