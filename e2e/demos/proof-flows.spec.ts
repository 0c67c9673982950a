/** A proof begins and ends with its own edit: on another route, in a file that two edits share, in a worktree. */
import type { Page } from '@playwright/test';

import { acknowledge, applied, discard, resolve } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import {
  agent,
  expectBefore,
  filesOf,
  longest,
  openPage,
  proofOf,
  resolveWith,
  sayProof,
} from '../support/judge-edit.ts';
import { OverlayOnPage } from '../support/overlay.ts';
import type { SourceFiles } from '../support/source-files.ts';
import { expect, test as base } from '../support/test.ts';

interface Working {
  readonly page: Page;
  readonly files: SourceFiles;
  /** Comments on an element; returns the id. */
  readonly comment: (selector: string, text: string) => Promise<string>;
  readonly claim: (id: string) => Promise<void>;
  /** What is said of it: the verdict in the first line, empty without one. */
  readonly said: (id: string) => Promise<string>;
  readonly store: Store;
}

const test = base.extend<{ working: Working }>({
  working: async ({ page, server, store, allAnnotations }, use) => {
    const files = filesOf(server);
    const overlay = new OverlayOnPage(page, allAnnotations);
    await openPage(page, server);
    let count = 0;
    await use({
      page,
      files,
      store,
      comment: async (selector, text) => {
        await overlay.comment(page.locator(selector).first(), text);
        await expectBefore(allAnnotations, ++count);
        return (await allAnnotations()).find(({ annotationText }) => annotationText === text)?.id ?? '';
      },
      claim: async (id) => void (await store.update(id, (one) => acknowledge(one, agent, new Date()))),
      said: async (id) => sayProof(await store.get(id)),
    });
    files.restore();
  },
});

const title = '[data-testid=broken-title]';
const price = '[data-testid=broken-card] .price';

/** The agent holds a comment on the title and one on the price, which one file shows. */
async function holdBoth({ comment, claim }: Working): Promise<[first: string, second: string]> {
  const [first, second] = [await comment(title, 'There is a typo'), await comment(price, 'In dollars')];
  await claim(first);
  await claim(second);
  return [first, second];
}

test('an edit on another route is judged when the person is there', { tag: '@once' }, async ({ working }) => {
  const { page, files, comment, claim, said, store } = working;
  await page.getByTestId('nav-orders').click();
  const orders = await comment('.intro h1', 'Say whose they are');
  await page.getByTestId('nav-shop').click();
  const offer = await comment(title, 'There is a typo');
  await claim(orders);
  await claim(offer);
  files.replace('<h1>Orders</h1>', '<h1>Your orders</h1>');
  await resolveWith(store, orders, files.takeChanged());
  files.replace('Specail', 'Special');
  await resolveWith(store, offer, files.takeChanged());
  await expect.poll(async () => said(offer), longest).toContain('“Special offer”');
  expect(await said(orders)).toBe('');
  await page.getByTestId('nav-orders').click();
  await expect.poll(async () => said(orders), longest).toContain('text “Orders” → “Your orders”');
});

test(
  'of two edits in one file each has its own, one after the other',
  { tag: '@full' },
  async ({ working }) => {
    const { files, said, store } = working;
    const [first, second] = await holdBoth(working);
    files.replace('Specail', 'Special');
    await resolveWith(store, first, files.takeChanged());
    await expect
      .poll(async () => said(first), longest)
      .toMatch(/^changed\ntext “Specail offer” → “Special offer”/);
    await expect.poll(async () => proofOf(await store.get(second))?.meanwhile, longest).toBeDefined();
    files.replace('>${cents}<', '>$9.50<');
    await resolveWith(store, second, files.takeChanged());
    await expect.poll(async () => said(second), longest).toMatch(/^changed\ntext “\$950” → “\$9\.50”$/m);
    expect(await said(second)).not.toContain('Special');
  },
);

test(
  'of two edits in one file that come together each is called shared',
  { tag: '@full' },
  async ({ working }) => {
    const { files, said, store } = working;
    const [first, second] = await holdBoth(working);
    files.replace('Specail', 'Special');
    files.replace('>${cents}<', '>$9.50<');
    const changed = files.takeChanged();
    for (const id of [first, second]) await resolveWith(store, id, changed);
    await expect
      .poll(async () => said(first), longest)
      .toContain('text “Specail offer” → “Special offer” (shared with another comment)');
    await expect
      .poll(async () => said(second), longest)
      .toContain('text “$950” → “$9.50” (shared with another comment)');
  },
);

test(
  'work in a worktree is judged when it is applied, and not at all when it is thrown away',
  { tag: '@once' },
  async ({ working: { files, comment, claim, said, store } }) => {
    const [kept, thrown, beside] = [
      await comment(title, 'There is a typo'),
      await comment(price, 'In dollars'),
      await comment('.intro h1', 'Shorter'),
    ];
    for (const id of [kept, thrown, beside]) await claim(id);
    const edited = { files: [{ file: 'demos/react/src/components/BrokenCard.tsx' }], apart: true as const };
    for (const id of [kept, thrown])
      await store.update(id, (one) => resolve(one, agent, new Date(), undefined, { edited }));
    files.replace('Fresh off the boat', 'Fresh coffee');
    await resolveWith(store, beside, files.takeChanged());
    await expect.poll(async () => said(beside), longest).toContain('“Fresh coffee”');
    expect([await said(kept), await said(thrown)]).toEqual(['', '']);
    files.replace('Specail', 'Special');
    await store.update(kept, (one) => applied(one, { type: 'system' }, new Date()));
    await expect
      .poll(async () => said(kept), longest)
      .toMatch(/^changed\ntext “Specail offer” → “Special offer”\n/);
    expect(await said(thrown)).toBe('');
    await store.update(thrown, (one) => discard(one, { type: 'system' }, new Date()));
    expect(await store.get(thrown)).toMatchObject({ status: 'pending' });
    expect(proofOf(await store.get(thrown))?.after).toBeUndefined();
  },
);

test(
  'a request that fails since an edit is told, until it is answered',
  { tag: '@full' },
  async ({ working }) => {
    const { page, files, comment, claim, said, store } = working;
    let status = 200;
    await page.route('**/api/rates', (route) => route.fulfill({ status, json: [] }));
    const ask = async (edit: () => void) => {
      const answered = page.waitForResponse('**/api/rates');
      edit();
      await answered;
    };
    await ask(() => files.append('catalog.ts', "void fetch('/api/rates').then((answer) => answer.text());"));
    const offer = await comment(title, 'There is a typo');
    await claim(offer);
    files.takeChanged();
    status = 500;
    files.replace('Specail', 'Special');
    await ask(() => files.append('catalog.ts', 'export const once = 1;'));
    await resolveWith(store, offer, files.takeChanged());
    const failed = /^broken\n.*\/api\/rates answers with 500, and with 200 before\./s;
    await expect.poll(async () => said(offer), longest).toMatch(failed);
    status = 200;
    await ask(() => files.append('catalog.ts', 'export const again = 2;'));
    await expect.poll(async () => said(offer), longest).toMatch(/^changed\n/);
  },
);

/** The dev server takes so long for the next update of the card that the page has its verdict before. */
async function judgeBeforeUpdate(
  { page, files, comment, claim, said, store }: Working,
  [from, to]: readonly [from: string, to: string],
): Promise<{ offer: string; update: () => void }> {
  let update: () => void = () => undefined;
  const updated = new Promise<void>((resolve) => (update = resolve));
  await page.route(/BrokenCard\.tsx\?t=/, async (route) => {
    await updated;
    await route.continue();
  });
  const offer = await comment(title, 'There is a typo');
  await claim(offer);
  files.takeChanged();
  files.replace(from, to);
  await resolveWith(store, offer, files.takeChanged());
  await expect.poll(async () => said(offer), longest).toMatch(/^unchanged\n/);
  return { offer, update };
}

test(
  'a change that a slow dev server brings after the verdict is told',
  { tag: '@full' },
  async ({ working }) => {
    const { offer, update } = await judgeBeforeUpdate(working, ['Specail', 'Special']);
    update();
    await expect
      .poll(async () => working.said(offer), longest)
      .toMatch(/^changed\ntext “Specail offer” → “Special offer”\n/);
  },
);

test('so is an error, until the page works again', { tag: '@full' }, async ({ working }) => {
  const { said, files } = working;
  const broken = ['>Specail offer<', '>{String(missing)}<'] as const;
  const { offer, update } = await judgeBeforeUpdate(working, broken);
  update();
  await expect.poll(async () => said(offer), longest).toMatch(/^broken\n[^]*missing is not defined/);
  files.replace(broken[1], '>Special offer<');
  await expect.poll(async () => said(offer), longest).toMatch(/^changed\n/);
});
